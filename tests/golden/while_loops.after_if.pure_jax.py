import jax.numpy as jnp
from jax import lax


def after_if(n):
    k = jnp.where(n > 2, 2, 1)
    n = lax.while_loop(lambda n: n > 0, lambda n: n - k, n)
    return n
