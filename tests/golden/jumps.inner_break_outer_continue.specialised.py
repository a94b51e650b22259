import jax.numpy as jnp
from jax import lax


def inner_break_outer_continue(n, m):
    s = 0

    def loop_body(i, s):
        did_break = False

        def loop_test(state):
            j, did_break, s = state
            return (j < m) & jnp.logical_not(did_break)

        def loop_body(state):
            j, did_break, s = state

            def if_false(s):
                s = s + 1
                return did_break, s

            did_break, s = lax.cond(j == 2, lambda s: (True, s), if_false, s)
            return j + 1, did_break, s

        did_break, s = lax.while_loop(loop_test, loop_body, (0, did_break, s))[1:]
        return jnp.where(jnp.logical_not(did_break), s + 100, s + 10)

    s = lax.fori_loop(0, n, loop_body, s)
    return s
