import jax.numpy as jnp
from jax import lax


def return_after_loop_uses_state(n):
    def loop_test(state):
        i, s, return_value, did_return = state
        return (i < 12) & ~did_return

    def loop_body(state):
        i, s, return_value, did_return = state
        test = i > n
        return_value = jnp.where(test, s, return_value)
        return i + 1, jnp.where(test, s, s + i), return_value, test

    _, s, return_value, did_return = lax.while_loop(
        loop_test, loop_body, (0, 0, 0, False)
    )
    s = s + 1000
    return jnp.where(did_return, return_value, s)
