import jax.numpy as jnp
from jax import lax


def fizzbuzz(n):
    code = lax.cond(
        n % 15 == 0,
        lambda: 3,
        lambda: lax.cond(n % 3 == 0, lambda: 1, lambda: jnp.where(n % 5 == 0, 2, 0)),
    )
    return code
