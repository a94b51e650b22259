import jax.numpy as jnp
from jax import lax


def while_true_return(n):
    def loop_test(state):
        did_return, s, return_value = state
        return jnp.logical_not(did_return)

    def loop_body(state):
        did_return, s, return_value = state
        s = s + 3
        test = s >= n
        return test | did_return, s, jnp.where(test, s, return_value)

    return_value = lax.while_loop(loop_test, loop_body, (False, 0, 0))[-1]
    return return_value
