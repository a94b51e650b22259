import jax.numpy as jnp
from jax import lax


def first_round_promotes(x):
    def loop_test(state):
        did_break, s, x = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, s, x = state
        s = s + jnp.float32(x) * 0.5
        x = x - 1
        return (x < 1) | did_break, s, x

    _, s, x = lax.while_loop(loop_test, loop_body, (False, 0.0, x))
    return s, x
