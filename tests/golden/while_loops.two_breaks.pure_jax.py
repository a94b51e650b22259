import jax.numpy as jnp
from jax import lax


def two_breaks(n):
    def loop_test(state):
        n, s, did_break = state
        return ~did_break & (s < 100) & (n != 4)

    def loop_body(state):
        n, s, did_break = state
        s = s + n
        n = n - 1
        test = n < 2
        return n, jnp.where(test, s, s + 1), test

    n, s, _ = lax.while_loop(loop_test, loop_body, (n, 0, False))
    return s, n
