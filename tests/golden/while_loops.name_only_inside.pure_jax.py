from jax import lax


def name_only_inside(n):
    def loop_test(state):
        n, s = state
        return n > 0

    def loop_body(state):
        n, s = state
        t = n * 2
        s = s + t
        n = n - 1
        return n, s

    s = lax.while_loop(loop_test, loop_body, (n, 0))[-1]
    return s
