import jax.numpy as jnp
from jax import lax


def while_return(n):
    def loop_test(state):
        n, did_return, return_value = state
        return ~did_return & (n > 0)

    def loop_body(state):
        n, did_return, return_value = state
        test = n == 3
        return jnp.where(test, n, n - 2), test, jnp.where(test, 33, return_value)

    n, did_return, return_value = lax.while_loop(loop_test, loop_body, (n, False, 0))
    return jnp.where(did_return, return_value, n)
