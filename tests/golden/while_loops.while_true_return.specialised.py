import jax.numpy as jnp
from jax import lax


def while_true_return(n):
    did_return = False
    s = 0
    return_value = 0
    while jnp.logical_not(did_return):
        s += 3
        return_value, did_return = lax.cond(
            s >= n, lambda: (s, True), lambda: (return_value, did_return)
        )
    return return_value
