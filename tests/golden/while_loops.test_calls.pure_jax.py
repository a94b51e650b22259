from jax import lax


def test_calls(n):
    n = lax.while_loop(lambda n: n > 2, lambda n: n - 1, n)
    return n
