import jax.numpy as jnp
from jax import lax


def return_after_loop_uses_state(n):
    did_return = False
    s = 0

    def loop_test(state):
        i, return_value, s, did_return = state
        return (i < 12) & jnp.logical_not(did_return)

    def loop_body(state):
        i, return_value, s, did_return = state

        def if_false(s):
            s = s + i
            return return_value, s, did_return

        return_value, s, did_return = lax.cond(
            i > n,
            lambda s: (s, s, True),
            if_false,
            s,
        )
        return i + 1, return_value, s, did_return

    return_value, s, did_return = lax.while_loop(loop_test, loop_body, (0, jnp.int32(0), s, did_return))[1:]
    return jnp.where(jnp.logical_not(did_return), s + 1000, return_value)
