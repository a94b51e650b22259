import jax.numpy as jnp


def returns_nested_structures(x):
    return jnp.where(x > 2, {'a': (x, [1])}, {'a': (0, [x])})
