import jax.numpy as jnp
from jax import lax


def while_true(n):
    s = 0
    did_break = False
    while jnp.logical_not(did_break):
        def if_false(s):
            s += 3
            return s, did_break

        s, did_break = lax.cond(s >= n, lambda s: (s, True), if_false, s)
    return s
