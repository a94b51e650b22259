from jax import lax


def summed(m):
    t = 0

    def loop_body(k, t):
        u = 0

        def loop_body(l, u):
            return u + 1

        u = lax.fori_loop(0, k, loop_body, u)
        return t + u

    t = lax.fori_loop(0, m + 1, loop_body, t)
    return t % 50


def jitted_loop_inside_a_loop(n):
    s = 0

    def loop_body(i, s):
        return summed(s + i)

    s = lax.fori_loop(0, n, loop_body, s)
    return s
