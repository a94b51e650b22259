from jax import lax


def none_before(n):
    n = lax.while_loop(lambda n: n > 0, lambda n: n - 1, n)
    return n
