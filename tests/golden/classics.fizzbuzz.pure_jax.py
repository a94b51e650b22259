import jax.numpy as jnp
from jax import lax


def fizzbuzz(n):
    def if_false():
        return lax.cond(n % 3 == 0, lambda: 1, lambda: jnp.where(n % 5 == 0, 2, 0))

    code = lax.cond(n % 15 == 0, lambda: 3, if_false)
    return code
