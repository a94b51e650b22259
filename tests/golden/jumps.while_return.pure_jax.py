import jax.numpy as jnp
from jax import lax


def while_return(n):
    def loop_test(state):
        did_return, n, return_value = state
        return jnp.logical_not(did_return) & (n > 0)

    def loop_body(state):
        did_return, n, return_value = state
        test = n == 3
        n_1 = n - 2
        return test | did_return, jnp.where(test, n, n_1), jnp.where(test, 33, return_value)

    did_return, n, return_value = lax.while_loop(loop_test, loop_body, (False, n, 0))
    return jnp.where(jnp.logical_not(did_return), n, return_value)
