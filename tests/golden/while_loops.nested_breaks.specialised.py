import jax.numpy as jnp
from jax import lax


def nested_breaks(n):
    c = 0
    i = 0
    did_break = False

    def loop_test(state):
        did_break, i, c = state
        return jnp.logical_and(jnp.logical_not(did_break), i < n)

    def loop_body(state):
        did_break, i, c = state
        j = 0

        def loop_test(state):
            j, c = state
            return jnp.logical_not(j > i)

        def loop_body(state):
            j, c = state
            c += 1
            j += 1
            return j, c

        j, c = lax.while_loop(loop_test, loop_body, (j, c))

        def if_false(i):
            i = i + 1
            return did_break, i

        did_break, i = lax.cond(c > 8, lambda i: (True, i), if_false, i)
        return did_break, i, c

    did_break, i, c = lax.while_loop(loop_test, loop_body, (did_break, i, c))
    return c, i
