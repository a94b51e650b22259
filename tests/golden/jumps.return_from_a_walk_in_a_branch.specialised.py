import jax.numpy as jnp
from jax import lax


def return_from_a_walk_in_a_branch(a, v):
    did_return = False

    def if_true(did_return=did_return):
        return_value = jnp.int32(0)
        for x in v:
            if did_return:
                break
            return_value, did_return = (2, True)
        return return_value, did_return

    return_value, did_return = lax.cond(a, if_true, lambda: (jnp.int32(0), did_return))
    return jnp.where(jnp.logical_not(did_return), 1, return_value)
