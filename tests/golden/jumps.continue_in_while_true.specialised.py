import jax.numpy as jnp
from jax import lax


def continue_in_while_true(n):
    i = 0
    s = 0
    did_break = False
    for _ in range(2):
        i += 1

        def if_true(did_break, s):
            def if_false(s):
                s = s + i
                return did_break, s

            return lax.cond(i > n, lambda s: (True, s), if_false, s)

        did_break, s = lax.cond(
            jnp.logical_not(i % 2),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )

    def loop_test(state):
        did_break, i, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, i, s = state
        i += 1

        def if_true(did_break, s):
            def if_false(s):
                s = s + i
                return did_break, s

            return lax.cond(i > n, lambda s: (True, s), if_false, s)

        did_break, s = lax.cond(
            jnp.logical_not(i % 2),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )
        return did_break, i, s

    did_break, i, s = lax.while_loop(loop_test, loop_body, (did_break, i, s))
    return s, i
