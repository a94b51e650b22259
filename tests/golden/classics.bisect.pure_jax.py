import jax.numpy as jnp
from jax import lax


def bisect(v, x):
    def loop_test(state):
        lo, hi = state
        return lo < hi

    def loop_body(state):
        lo, hi = state
        mid = (lo + hi) // 2
        test = v[mid] < x
        return jnp.where(test, mid + 1, lo), jnp.where(test, hi, mid)

    lo = lax.while_loop(loop_test, loop_body, (0, len(v)))[0]
    return lo
