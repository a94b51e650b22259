from jax import lax


def lambda_inside(n):
    def loop_test(state):
        n, s = state
        return n > 0

    def loop_body(state):
        n, s = state
        return n - 1, s + n

    s = lax.while_loop(loop_test, loop_body, (n, 0))[-1]
    return s
