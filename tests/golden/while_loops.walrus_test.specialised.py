import jax.numpy as jnp
from jax import lax


def walrus_test(n):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, m, n, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, m, n, s = state

        def if_false(n, s):
            s += m
            n = n - 1
            return n, did_break, s

        n, did_break, s = lax.cond(
            jnp.logical_not((m := (n - 1)) > 0),
            lambda n, s: (n, True, s),
            if_false,
            n,
            s,
        )
        return did_break, m, n, s

    did_break, m, n, s = lax.while_loop(loop_test, loop_body, (did_break, 0, n, s))
    return s, m
