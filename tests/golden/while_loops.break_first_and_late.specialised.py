import jax.numpy as jnp
from jax import lax


def break_first_and_late(n):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, n, s = state
        return jnp.logical_and(jnp.logical_not(did_break), n > 0)

    def loop_body(state):
        did_break, n, s = state

        def if_false(s, did_break, n):
            s += n

            def if_false(n):
                n = n - 1
                return did_break, n

            did_break, n = lax.cond(s % 5 == 4, lambda n: (True, n), if_false, n)
            return s, did_break, n

        s, did_break, n = lax.cond(
            s > 12,
            lambda s, did_break, n: (s, True, n),
            if_false,
            s,
            did_break,
            n,
        )
        return did_break, n, s

    did_break, n, s = lax.while_loop(loop_test, loop_body, (did_break, n, s))
    s = jnp.where(jnp.logical_not(did_break), s + 100, s)
    return s, n
