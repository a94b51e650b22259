import jax.numpy as jnp
from jax import lax


def break_keeps_state(n):
    s = 0
    did_break = False

    def loop_test(state):
        item, i, did_break, s = state
        return (item < 12) & jnp.logical_not(did_break)

    def loop_body(state):
        item, i, did_break, s = state
        i = item

        def if_false(s):
            s += i
            return did_break, s

        did_break, s = lax.cond(i > n, lambda s: (True, s), if_false, s)
        return item + 1, i, did_break, s

    i, did_break, s = lax.while_loop(loop_test, loop_body, (0, 0, did_break, s))[1:]
    s += 1000
    return s, i
