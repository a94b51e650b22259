import jax.numpy as jnp
from jax import lax


def two_breaks(n):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, s, n = state
        return jnp.logical_and(
            jnp.logical_not(did_break), jnp.logical_and(s < 100, jnp.logical_not(n == 4))
        )

    def loop_body(state):
        did_break, s, n = state
        s += n
        n -= 1

        def if_false(s):
            s = s + 1
            return did_break, s

        did_break, s = lax.cond(n < 2, lambda s: (True, s), if_false, s)
        return did_break, s, n

    did_break, s, n = lax.while_loop(loop_test, loop_body, (did_break, s, n))
    return s, n
