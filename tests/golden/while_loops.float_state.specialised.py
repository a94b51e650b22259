from jax import lax


def float_state(x):
    k = 0

    def loop_test(state):
        x, k = state
        return x > 1e-2

    def loop_body(state):
        x, k = state
        x = x / 2
        k += 1
        return x, k

    x, k = lax.while_loop(loop_test, loop_body, (x, k))
    return k, x
