import jax.numpy as jnp
from jax import lax


def first_round_promotes(x):
    def loop_test(state):
        x, s, did_break = state
        return ~did_break

    def loop_body(state):
        x, s, did_break = state
        s = s + jnp.float32(x) * 0.5
        x = x - 1
        return x, s, x < 1

    x, s, _ = lax.while_loop(loop_test, loop_body, (x, 0.0, False))
    return s, x
