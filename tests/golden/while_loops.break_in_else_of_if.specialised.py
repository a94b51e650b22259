import jax.numpy as jnp
from jax import lax


def break_in_else_of_if(n):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, n, s = state
        return jnp.logical_and(jnp.logical_not(did_break), n > 0)

    def loop_body(state):
        did_break, n, s = state

        def if_true(s, n):
            s += n
            n = n - 1
            return s, n, did_break

        s, n, did_break = lax.cond(s < 5, if_true, lambda s, n: (s, n, True), s, n)
        return did_break, n, s

    did_break, n, s = lax.while_loop(loop_test, loop_body, (did_break, n, s))
    return s, n
