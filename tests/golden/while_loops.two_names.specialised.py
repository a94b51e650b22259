from jax import lax


def two_names(n):
    a = b = 0

    def loop_test(state):
        n, a, b = state
        return n > 0

    def loop_body(state):
        n, a, b = state
        a += n
        b += 1
        n -= 1
        return n, a, b

    n, a, b = lax.while_loop(loop_test, loop_body, (n, a, b))
    return a, b
