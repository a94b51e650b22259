import jax.numpy as jnp
from jax import lax


def walrus_test(n):
    def loop_test(state):
        m, n, s, did_break = state
        return ~did_break

    def loop_body(state):
        m, n, s, did_break = state
        m = n - 1
        test = m <= 0
        return m, jnp.where(test, n, n - 1), jnp.where(test, s, s + m), test

    m, _, s, _ = lax.while_loop(loop_test, loop_body, (0, n, 0, False))
    return s, m
