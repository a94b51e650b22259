from jax import lax


def chained_test(n):
    n = lax.while_loop(lambda n: (n > 0) & (n < 10), lambda n: n + 2, n)
    return n
