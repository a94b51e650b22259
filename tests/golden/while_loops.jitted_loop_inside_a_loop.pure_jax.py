from jax import lax


def jitted_loop_inside_a_loop(n):
    def loop_body(i, s):
        value = s + i + 1
        t = lax.fori_loop(
            0,
            value,
            lambda k, t: t + lax.fori_loop(0, k, lambda _, u: u + 1, 0),
            0,
        )
        return t % 50

    s = lax.fori_loop(0, n, loop_body, 0)
    return s
