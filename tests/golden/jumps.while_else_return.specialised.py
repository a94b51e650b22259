import jax.numpy as jnp
from jax import lax


def while_else_return(n):
    did_return = False

    def loop_test(state):
        did_return, n, return_value = state
        return jnp.logical_and(jnp.logical_not(did_return), n > 0)

    def loop_body(state):
        did_return, n, return_value = state

        def if_true(n):
            return_value = -3
            return n, return_value, True

        def if_false(n):
            n = n - 1
            return n, return_value, did_return

        n, return_value, did_return = lax.cond(n == 3, if_true, if_false, n)
        return did_return, n, return_value

    did_return, n, return_value = lax.while_loop(
        loop_test, loop_body, (did_return, n, jnp.int32(0))
    )
    return jnp.where(
        jnp.logical_not(did_return), jnp.where(n == 0, 100, n), return_value
    )
