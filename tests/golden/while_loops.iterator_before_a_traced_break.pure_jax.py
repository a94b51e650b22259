from jax import lax


def iterator_before_a_traced_break(x):
    def loop_test(state):
        s, did_break = state
        return ~did_break

    def loop_body(state):
        s, did_break = state
        s = s + 2
        return s, s > 7

    s = lax.while_loop(loop_test, loop_body, (x, False))[0]
    return s, 2
