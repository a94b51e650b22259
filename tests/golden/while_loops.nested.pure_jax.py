from jax import lax


def nested(n):
    t = lax.fori_loop(0, n, lambda i, t: lax.fori_loop(0, i, lambda j, t: t + j, t), 0)
    return t
