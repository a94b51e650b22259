from jax import lax


def tuple_state(x):
    def loop_test(state):
        x, t_0, t_1 = state
        return x > 0

    def loop_body(state):
        x, t_0, t_1 = state
        return x - 1, t_0 + 1, t_1 + x

    _, t_0, t_1 = lax.while_loop(loop_test, loop_body, (x, 0, 0))
    return t_0, t_1
