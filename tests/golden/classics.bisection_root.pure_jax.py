import jax.numpy as jnp
from jax import lax


def bisection_root(lo, hi):
    def loop_test(state):
        lo, hi = state
        return hi - lo > 0.001

    def loop_body(state):
        lo, hi = state
        mid = (lo + hi) / 2
        test = mid * mid > 2.0
        return jnp.where(test, lo, mid), jnp.where(test, mid, hi)

    lo = lax.while_loop(loop_test, loop_body, (lo, hi))[0]
    return lo
