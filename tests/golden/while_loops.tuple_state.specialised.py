from jax import lax


def tuple_state(x):
    t = (0, 0)

    def loop_test(state):
        x, t = state
        return x > 0

    def loop_body(state):
        x, t = state
        t = (t[0] + 1, t[1] + x)
        x -= 1
        return x, t

    x, t = lax.while_loop(loop_test, loop_body, (x, t))
    return t
