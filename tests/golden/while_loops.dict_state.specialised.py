from jax import lax


def dict_state(x):
    d = {'n': 0}

    def loop_test(state):
        x, d = state
        return x > 0

    def loop_body(state):
        x, d = state
        d = {'n': d['n'] + x}
        x -= 1
        return x, d

    x, d = lax.while_loop(loop_test, loop_body, (x, d))
    return d
