import jax.numpy as jnp
from jax import lax


def return_in_with(x):
    did_return = False
    import contextlib
    return_value = jnp.int32(0)
    with contextlib.nullcontext():
        def if_false(x):
            x = x + 1
            return x, jnp.int32(0), did_return

        x, return_value, did_return = lax.cond(
            x > 2,
            lambda x: (x, 1, True),
            if_false,
            x,
        )
    return jnp.where(jnp.logical_not(did_return), x, return_value)
