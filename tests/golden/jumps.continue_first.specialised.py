import jax.numpy as jnp
from jax import lax


def continue_first(n):
    s = 0

    def loop_body(i, s):
        def if_true(s):
            s += i
            return s

        return lax.cond(jnp.logical_not(i < n), if_true, lambda s: s, s)

    s = lax.fori_loop(0, 12, loop_body, s)
    return s
