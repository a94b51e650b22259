from jax import lax


def static_first(n):
    i = lax.while_loop(lambda i: i < n, lambda i: i + 2, 3)
    return i
