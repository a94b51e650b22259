from jax import lax


def while_true(n):
    s = lax.while_loop(lambda s: s < n, lambda s: s + 3, 0)
    return s
