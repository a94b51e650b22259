import jax.numpy as jnp
from jax import lax


def nested_breaks(n):
    def loop_test(state):
        c, i, did_break = state
        return ~did_break & (i < n)

    def loop_body(state):
        c, i, did_break = state

        def loop_test(state):
            c, j = state
            return j <= i

        def loop_body(state):
            c, j = state
            c = c + 1
            j = j + 1
            return c, j

        c = lax.while_loop(loop_test, loop_body, (c, 0))[0]
        test = c > 8
        return c, jnp.where(test, i, i + 1), test

    c, i, _ = lax.while_loop(loop_test, loop_body, (0, 0, False))
    return c, i
