import jax.numpy as jnp
from jax import lax


def return_after_loop_uses_state(n):
    def loop_test(state):
        i, return_value, s, did_return = state
        return (i < 12) & jnp.logical_not(did_return)

    def loop_body(state):
        i, return_value, s, did_return = state
        test = i > n
        s_1 = s + i
        return i + 1, jnp.where(test, s, return_value), jnp.where(test, s, s_1), test | did_return

    _, return_value, s, did_return = lax.while_loop(
        loop_test, loop_body, (0, 0, 0, False)
    )
    s = s + 1000
    return jnp.where(jnp.logical_not(did_return), s, return_value)
