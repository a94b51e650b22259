import jax.numpy as jnp
from jax import lax


def return_of_several_from_a_walk(a, v):
    value, value_1, value_2, did_return = lax.cond(
        a != 0,
        lambda: (0, 0, 0, False),
        lambda: (1, a, v[0], True),
    )
    return jnp.where(did_return, value, 2), jnp.where(did_return, value_1, 2), jnp.where(did_return, value_2, 2)
