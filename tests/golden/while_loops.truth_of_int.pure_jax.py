from jax import lax


def truth_of_int(x):
    def loop_test(state):
        x, c = state
        return x != 0

    def loop_body(state):
        x, c = state
        x = x // 2
        c = c + 1
        return x, c

    c = lax.while_loop(loop_test, loop_body, (x, 0))[-1]
    return c
