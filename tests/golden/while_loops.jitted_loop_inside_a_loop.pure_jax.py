from jax import lax


def summed(m):
    t = lax.fori_loop(
        0,
        m + 1,
        lambda k, t: t + lax.fori_loop(0, k, lambda _, u: u + 1, 0),
        0,
    )
    return t % 50


def jitted_loop_inside_a_loop(n):
    s = lax.fori_loop(0, n, lambda i, s: summed(s + i), 0)
    return s
