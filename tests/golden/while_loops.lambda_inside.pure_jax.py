from jax import lax


def lambda_inside(n):
    def loop_test(state):
        s, n = state
        return n > 0

    def loop_body(state):
        s, n = state
        return s + n, n - 1

    s = lax.while_loop(loop_test, loop_body, (0, n))[0]
    return s
