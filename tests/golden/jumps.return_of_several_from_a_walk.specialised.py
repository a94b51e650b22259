import jax.numpy as jnp
from jax import lax


def return_of_several_from_a_walk(a, v):
    did_return = False

    def if_false(did_return=did_return):
        return_value = (jnp.int32(0), jnp.int32(0), jnp.int32(0))
        for x in v:
            if did_return:
                break
            return_value = 1, a, x
            did_return = True
        return return_value, did_return

    return_value, did_return = lax.cond(
        a,
        lambda: ((jnp.int32(0), jnp.int32(0), jnp.int32(0)), did_return),
        if_false,
    )
    return lax.cond(
        jnp.logical_not(did_return),
        lambda: (2, 2, 2),
        lambda: return_value,
    )
