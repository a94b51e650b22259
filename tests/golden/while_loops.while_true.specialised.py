import jax.numpy as jnp
from jax import lax


def while_true(n):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, s = state

        def if_false(s):
            s += 3
            return s, did_break

        s, did_break = lax.cond(s >= n, lambda s: (s, True), if_false, s)
        return did_break, s

    did_break, s = lax.while_loop(loop_test, loop_body, (did_break, s))
    return s
