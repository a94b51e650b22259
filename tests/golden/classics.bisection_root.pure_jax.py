import jax.numpy as jnp
from jax import lax


def bisection_root(lo, hi):
    def loop_test(state):
        hi, lo = state
        return hi - lo > 0.001

    def loop_body(state):
        hi, lo = state
        mid = (lo + hi) / 2
        test = mid * mid > 2.0
        return jnp.where(test, mid, hi), jnp.where(test, lo, mid)

    lo = lax.while_loop(loop_test, loop_body, (hi, lo))[-1]
    return lo
