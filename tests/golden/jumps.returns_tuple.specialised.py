import jax.numpy as jnp


def returns_tuple(x):
    return jnp.where(x > 2, (x, 1), (2, x))
