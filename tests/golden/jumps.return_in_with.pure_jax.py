import jax.numpy as jnp


def return_in_with(x):
    test = x > 2
    x_1 = x + 1
    value = jnp.where(
        jnp.logical_not(test), jnp.where(test, x, x_1), jnp.where(test, 1, 0)
    )
    return value
