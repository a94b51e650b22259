import jax.numpy as jnp
from jax import lax


def else_and_break(n):
    def loop_test(state):
        did_break, n = state
        return jnp.logical_not(did_break) & (n > 0)

    def loop_body(state):
        did_break, n = state
        test = n == 3
        return test | did_break, jnp.where(test, n, n - 1)

    did_break, n = lax.while_loop(loop_test, loop_body, (False, n))
    return jnp.where(jnp.logical_not(did_break), 100, n)
