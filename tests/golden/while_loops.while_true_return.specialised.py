import jax.numpy as jnp
from jax import lax


def while_true_return(n):
    did_return = False
    s = 0

    def loop_test(state):
        did_return, s, return_value = state
        return jnp.logical_not(did_return)

    def loop_body(state):
        did_return, s, return_value = state
        s += 3
        return_value, did_return = lax.cond(
            s >= n,
            lambda: (s, True),
            lambda: (return_value, did_return),
        )
        return did_return, s, return_value

    did_return, s, return_value = lax.while_loop(
        loop_test, loop_body, (did_return, s, jnp.int32(0))
    )
    return return_value
