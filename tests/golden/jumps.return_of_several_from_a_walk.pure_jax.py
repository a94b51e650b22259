import jax.numpy as jnp
from jax import lax


def return_of_several_from_a_walk(a, v):
    value, value_1, value_2, did_return = lax.cond(
        a != 0,
        lambda: (0, 0, 0, False),
        lambda: (1, a, v[0], True),
    )
    test = jnp.logical_not(did_return)
    return jnp.where(test, 2, value), jnp.where(test, 2, value_1), jnp.where(test, 2, value_2)
