import jax.numpy as jnp
from jax import lax


def two_breaks(n):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, s, n = state
        return jnp.logical_and(jnp.logical_not(did_break), s < 100)

    def loop_body(state):
        did_break, s, n = state

        def if_false(n, did_break, s):
            s += n
            n -= 1

            def if_false(s):
                s += 1
                return did_break, s

            did_break, s = lax.cond(n < 2, lambda s: (True, s), if_false, s)
            return n, did_break, s

        n, did_break, s = lax.cond(
            n == 4,
            lambda n, did_break, s: (n, True, s),
            if_false,
            n,
            did_break,
            s,
        )
        return did_break, s, n

    did_break, s, n = lax.while_loop(loop_test, loop_body, (did_break, s, n))
    return s, n
