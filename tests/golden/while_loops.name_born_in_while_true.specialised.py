import jax.numpy as jnp
from jax import lax


def name_born_in_while_true(n):
    did_break = False

    def loop_test(state):
        did_break, half, n = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, half, n = state
        half = n // 2
        n = n - 3
        did_break = jnp.where(n < half, True, did_break)
        return did_break, half, n

    did_break, half, n = lax.while_loop(loop_test, loop_body, (did_break, 0, n))
    return half, n
