from jax import lax


def loop_always_breaks(n):
    def loop_test(state):
        i, s, did_break = state
        return (i < n) & ~did_break

    def loop_body(state):
        i, s, did_break = state
        s = s + 1
        return i + 1, s, True

    s = lax.while_loop(loop_test, loop_body, (0, 0, False))[1]
    return s
