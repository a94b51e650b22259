from jax import lax


def two_names(n):
    def loop_test(state):
        n, a, b = state
        return n > 0

    def loop_body(state):
        n, a, b = state
        a = a + n
        b = b + 1
        n = n - 1
        return n, a, b

    _, a, b = lax.while_loop(loop_test, loop_body, (n, 0, 0))
    return a, b
