from jax import lax


def and_test(n):
    i = lax.while_loop(lambda i: (i < 10) & (i * i < n * n), lambda i: i + 1, 0)
    return i
