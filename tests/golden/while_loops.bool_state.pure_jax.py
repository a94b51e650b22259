from jax import lax


def bool_state(n):
    def loop_test(state):
        n, odd = state
        return n > 0

    def loop_body(state):
        n, odd = state
        odd = ~odd
        n = n - 1
        return n, odd

    odd = lax.while_loop(loop_test, loop_body, (n, False))[-1]
    return odd
