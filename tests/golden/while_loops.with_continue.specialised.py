import jax.numpy as jnp
from jax import lax


def with_continue(n):
    s = 0

    def loop_test(state):
        n, s = state
        return n > 0

    def loop_body(state):
        n, s = state
        n -= 1
        s = jnp.where(jnp.logical_not(n % 2), s + n, s)
        return n, s

    n, s = lax.while_loop(loop_test, loop_body, (n, s))
    return s
