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

        def if_true(s):
            s += n
            return s

        s = lax.cond(jnp.logical_not(n % 2), if_true, lambda s: s, s)
        return n, s

    n, s = lax.while_loop(loop_test, loop_body, (n, s))
    return s
