import jax.numpy as jnp
from jax import lax


def return_with_else(n):
    def loop_test(state):
        i, return_value, did_return = state
        return (i < 12) & ~did_return

    def loop_body(state):
        i, return_value, did_return = state
        test = i * i == n
        return i + 1, jnp.where(test, i, return_value), test

    _, return_value, did_return = lax.while_loop(loop_test, loop_body, (0, 0, False))
    return jnp.where(did_return, return_value, -1)
