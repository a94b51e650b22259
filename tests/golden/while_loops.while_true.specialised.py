import jax.numpy as jnp
from jax import lax


def while_true(n):
    s = 0

    def loop_body(s):
        s += 3
        return s

    s = lax.while_loop(lambda s: jnp.logical_not(s >= n), loop_body, s)
    return s
