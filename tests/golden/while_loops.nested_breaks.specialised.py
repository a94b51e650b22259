import jax.numpy as jnp
from jax import lax


def nested_breaks(n):
    c = 0
    i = 0
    did_break_1 = False

    def loop_test(state):
        did_break_1, i, c = state
        return jnp.logical_and(jnp.logical_not(did_break_1), i < n)

    def loop_body(state):
        did_break_1, i, c = state
        j = 0
        did_break = False

        def loop_test(state):
            did_break, j, c = state
            return jnp.logical_not(did_break)

        def loop_body(state):
            did_break, j, c = state

            def if_false(j, c):
                c += 1
                j += 1
                return j, did_break, c

            j, did_break, c = lax.cond(j > i, lambda j, c: (j, True, c), if_false, j, c)
            return did_break, j, c

        did_break, j, c = lax.while_loop(loop_test, loop_body, (did_break, j, c))

        def if_false(i):
            i += 1
            return did_break_1, i

        did_break_1, i = lax.cond(c > 8, lambda i: (True, i), if_false, i)
        return did_break_1, i, c

    did_break_1, i, c = lax.while_loop(loop_test, loop_body, (did_break_1, i, c))
    return c, i
