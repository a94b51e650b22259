import jax.numpy as jnp


def all_return(x):
    return jnp.where(x > 2, 1, jnp.where(x < 0, 2, 3))
