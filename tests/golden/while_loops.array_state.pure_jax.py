from jax import lax


def array_state(v, n):
    def loop_test(state):
        v, n = state
        return n > 0

    def loop_body(state):
        v, n = state
        v = v * 2
        n = n - 1
        return v, n

    v = lax.while_loop(loop_test, loop_body, (v, n))[0]
    return v
