from jax import lax


def known_test_becomes_traced(n):
    def loop_test(state):
        s, k = state
        return (s < 7) & (k < 20)

    def loop_body(state):
        s, k = state
        s = lax.fori_loop(0, n, lambda i, s: s + i, s)
        k = k + 1
        return s, k

    s, k = lax.while_loop(loop_test, loop_body, (0, 0))
    return s, k
