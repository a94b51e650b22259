import jax.numpy as jnp
from jax import lax


def root_by_halving(y, hi):
    lo = 0.0

    def loop_test(state):
        hi, lo = state
        return jnp.logical_not(hi - lo < 0.001)

    def loop_body(state):
        hi, lo = state
        mid = (lo + hi) / 2
        return lax.cond(mid * mid * mid > y, lambda: (mid, lo), lambda: (hi, mid))

    hi, lo = lax.while_loop(loop_test, loop_body, (hi, lo))
    return jnp.round(lo, 1)
