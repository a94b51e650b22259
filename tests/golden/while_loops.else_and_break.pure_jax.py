import jax.numpy as jnp
from jax import lax


def else_and_break(n):
    def loop_test(state):
        n, did_break = state
        return ~did_break & (n > 0)

    def loop_body(state):
        n, did_break = state
        test = n == 3
        return jnp.where(test, n, n - 1), test

    n, did_break = lax.while_loop(loop_test, loop_body, (n, False))
    return jnp.where(did_break, n, 100)
