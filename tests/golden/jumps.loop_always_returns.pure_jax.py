import jax.numpy as jnp
from jax import lax


def loop_always_returns(n):
    def loop_test(state):
        i, return_value, did_return = state
        return (i < n) & ~did_return

    def loop_body(state):
        i, return_value, did_return = state
        return i + 1, 7, True

    _, return_value, did_return = lax.while_loop(loop_test, loop_body, (0, 0, False))
    return jnp.where(did_return, return_value, 8)
