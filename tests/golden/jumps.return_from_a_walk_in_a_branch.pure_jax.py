import jax.numpy as jnp
from jax import lax


def return_from_a_walk_in_a_branch(a, v):
    value, did_return = lax.cond(a != 0, lambda: (2, True), lambda: (0, False))
    return jnp.where(did_return, value, 1)
