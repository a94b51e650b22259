from jax import lax


def countdown(n):
    n = lax.while_loop(lambda n: n > 0, lambda n: n - 1, n)
    return n
