import jax.numpy as jnp


def falls_off(x):
    test = x > 2
    return (jnp.where(test, x, 0), None)[int(jnp.where(test, 0, 1))]
