import jax.numpy as jnp
from jax import lax


def while_true_return(n):
    def loop_test(state):
        s, did_return, returned_value = state
        return ~did_return

    def loop_body(state):
        s, did_return, returned_value = state
        s = s + 3
        test = s >= n
        return s, test, jnp.where(test, s, returned_value)

    returned_value = lax.while_loop(loop_test, loop_body, (0, False, 0))[-1]
    return returned_value
