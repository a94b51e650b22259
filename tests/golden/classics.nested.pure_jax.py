from jax import lax


def nested(n):
    n = lax.cond(
        n >= 0,
        lambda: lax.while_loop(lambda n: n < 5, lambda n: n + 1, n),
        lambda: n,
    )
    return n
