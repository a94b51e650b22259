import jax.numpy as jnp
from jax import lax


def first_round_promotes(x):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, s, x = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, s, x = state
        s = s + x * 0.5
        x = x - 1
        did_break = jnp.where(x < 1, True, did_break)
        return did_break, s, x

    did_break, s, x = lax.while_loop(
        loop_test, loop_body, (did_break, jnp.asarray(s, jnp.float32), x)
    )
    return s, x
