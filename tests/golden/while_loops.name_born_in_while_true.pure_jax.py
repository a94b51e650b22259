import jax.numpy as jnp
from jax import lax


def name_born_in_while_true(n):
    def loop_test(state):
        did_break, half, n = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, half, n = state
        half = n // 2
        n = n - 3
        return (n < half) | did_break, half, n

    _, half, n = lax.while_loop(loop_test, loop_body, (False, 0, n))
    return half, n
