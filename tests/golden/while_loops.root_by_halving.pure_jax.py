import jax.numpy as jnp
from jax import lax


def root_by_halving(y, hi):
    def loop_test(state):
        hi, lo = state
        return ~(hi - lo < 0.001)

    def loop_body(state):
        hi, lo = state
        mid = (lo + hi) / 2
        test = mid * mid * mid > y
        return jnp.where(test, mid, hi), jnp.where(test, lo, mid)

    lo = lax.while_loop(loop_test, loop_body, (hi, 0.0))[-1]
    return jnp.round(lo, 1)
