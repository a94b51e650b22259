from jax import lax


def name_only_inside(n):
    s = 0

    def loop_test(state):
        n, s = state
        return n > 0

    def loop_body(state):
        n, s = state
        t = n * 2
        s += t
        n -= 1
        return n, s

    n, s = lax.while_loop(loop_test, loop_body, (n, s))
    return s
