from jax import lax


def truth_of_int(x):
    c = 0

    def loop_test(state):
        x, c = state
        return x != 0

    def loop_body(state):
        x, c = state
        x //= 2
        c += 1
        return x, c

    x, c = lax.while_loop(loop_test, loop_body, (x, c))
    return c
