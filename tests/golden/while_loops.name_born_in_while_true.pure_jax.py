from jax import lax


def name_born_in_while_true(n):
    def loop_test(state):
        n, half, did_break = state
        return ~did_break

    def loop_body(state):
        n, half, did_break = state
        half = n // 2
        n = n - 3
        return n, half, n < half

    n, half, _ = lax.while_loop(loop_test, loop_body, (n, 0, False))
    return half, n
