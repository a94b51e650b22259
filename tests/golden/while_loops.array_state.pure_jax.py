from jax import lax


def array_state(v, n):
    def loop_test(state):
        n, v = state
        return n > 0

    def loop_body(state):
        n, v = state
        v = v * 2
        n = n - 1
        return n, v

    v = lax.while_loop(loop_test, loop_body, (n, v))[-1]
    return v
