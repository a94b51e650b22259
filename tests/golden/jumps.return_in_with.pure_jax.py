import jax.numpy as jnp


def return_in_with(x):
    test = x > 2
    x_1 = x + 1
    return jnp.where(test, jnp.where(test, 1, 0), jnp.where(test, x, x_1))
