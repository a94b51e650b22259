from jax import lax


def float_state(x):
    def loop_test(state):
        x, k = state
        return x > 0.01

    def loop_body(state):
        x, k = state
        x = x / 2
        k = k + 1
        return x, k

    x, k = lax.while_loop(loop_test, loop_body, (x, 0))
    return k, x
