import jax.numpy as jnp
from jax import lax


def continue_and_break_in_one(n):
    s = 0
    did_break = False

    def loop_test(state):
        i, did_break, s = state
        return (i < 12) & jnp.logical_not(did_break)

    def loop_body(state):
        i, did_break, s = state

        def if_true(did_break, s):
            def if_false(s):
                s += 1
                s = s + 10
                return did_break, s

            return lax.cond(i > n, lambda s: (True, s), if_false, s)

        did_break, s = lax.cond(
            jnp.logical_not(i % 3 == 0),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )
        return i + 1, did_break, s

    did_break, s = lax.while_loop(loop_test, loop_body, (0, did_break, s))[1:]
    return s
