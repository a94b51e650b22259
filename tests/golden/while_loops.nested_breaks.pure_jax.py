import jax.numpy as jnp
from jax import lax


def nested_breaks(n):
    def loop_test(state):
        did_break, i, c = state
        return jnp.logical_not(did_break) & (i < n)

    def loop_body(state):
        did_break, i, c = state

        def loop_test(state):
            j, c = state
            return j <= i

        def loop_body(state):
            j, c = state
            c = c + 1
            j = j + 1
            return j, c

        c = lax.while_loop(loop_test, loop_body, (0, c))[-1]
        test = c > 8
        return test | did_break, jnp.where(test, i, i + 1), c

    _, i, c = lax.while_loop(loop_test, loop_body, (False, 0, 0))
    return c, i
