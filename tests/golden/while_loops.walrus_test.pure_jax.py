import jax.numpy as jnp
from jax import lax


def walrus_test(n):
    def loop_test(state):
        did_break, m, n, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, m, n, s = state
        m = n - 1
        test = m <= 0
        return test | did_break, m, jnp.where(test, n, n - 1), jnp.where(test, s, s + m)

    _, m, _, s = lax.while_loop(loop_test, loop_body, (False, 0, n, 0))
    return s, m
