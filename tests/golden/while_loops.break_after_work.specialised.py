import jax.numpy as jnp
from jax import lax


def break_after_work(n):
    s = 0
    did_break = False
    while jnp.logical_not(did_break):
        n -= 1
        s += n

        def if_false(s):
            s += 100
            return did_break, s

        did_break, s = lax.cond(n < 3, lambda s: (True, s), if_false, s)
    return s
