from jax import lax


def name_after(n):
    def loop_test(state):
        n, t = state
        return n > 0

    def loop_body(state):
        n, t = state
        t = n
        n -= 1
        return n, t

    n, t = lax.while_loop(loop_test, loop_body, (n, 0))
    return t
