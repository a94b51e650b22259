import jax.numpy as jnp
from jax import lax


def with_continue(n):
    def loop_test(state):
        n, s = state
        return n > 0

    def loop_body(state):
        n, s = state
        n = n - 1
        return n, jnp.where(n % 2 == 0, s + n, s)

    s = lax.while_loop(loop_test, loop_body, (n, 0))[-1]
    return s
