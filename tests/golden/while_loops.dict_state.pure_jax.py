from jax import lax


def dict_state(x):
    def loop_test(state):
        x, d_n = state
        return x > 0

    def loop_body(state):
        x, d_n = state
        return x - 1, d_n + x

    d_n = lax.while_loop(loop_test, loop_body, (x, 0))[-1]
    return {'n': d_n}
