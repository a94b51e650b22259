from jax import lax


def continue_in_else(n):
    s = 0

    def loop_body(i, s):
        def if_true(s):
            s += 1
            return s + 10

        return lax.cond(i < n, if_true, lambda s: s, s)

    s = lax.fori_loop(0, 12, loop_body, s)
    return s
