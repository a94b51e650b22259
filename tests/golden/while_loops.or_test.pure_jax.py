from jax import lax


def or_test(n):
    i = lax.while_loop(lambda i: (i < n) | (i < 2), lambda i: i + 1, 0)
    return i
