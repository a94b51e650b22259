from jax import lax


def with_else(n):
    n = lax.while_loop(lambda n: n > 2, lambda n: n - 1, n)
    n = n * 10
    return n
