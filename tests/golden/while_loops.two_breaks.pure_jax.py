import jax.numpy as jnp
from jax import lax


def two_breaks(n):
    def loop_test(state):
        did_break, s, n = state
        return jnp.logical_not(did_break) & ((s < 100) & (n != 4))

    def loop_body(state):
        did_break, s, n = state
        s = s + n
        n = n - 1
        test = n < 2
        return test | did_break, jnp.where(test, s, s + 1), n

    _, s, n = lax.while_loop(loop_test, loop_body, (False, 0, n))
    return s, n
