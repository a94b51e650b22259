import jax.numpy as jnp
from jax import lax


def continue_in_else(n):
    s = lax.fori_loop(0, 12, lambda i, s: jnp.where(i < n, s + 1 + 10, s), 0)
    return s
