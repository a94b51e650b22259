import jax.numpy as jnp
from jax import lax


def continue_first(n):
    s = 0

    def loop_body(i, s):
        return jnp.where(jnp.logical_not(i < n), s + i, s)

    s = lax.fori_loop(0, 12, loop_body, s)
    return s
