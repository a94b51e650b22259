import jax.numpy as jnp
from jax import lax


def break_and_continue(n):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, n, s = state
        return jnp.logical_and(jnp.logical_not(did_break), n > 0)

    def loop_body(state):
        did_break, n, s = state
        n -= 1

        def if_true(did_break, s):
            def if_false(s):
                s = s + n
                return did_break, s

            return lax.cond(n == 4, lambda s: (True, s), if_false, s)

        did_break, s = lax.cond(
            jnp.logical_not(n % 2),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )
        return did_break, n, s

    did_break, n, s = lax.while_loop(loop_test, loop_body, (did_break, n, s))
    return s
