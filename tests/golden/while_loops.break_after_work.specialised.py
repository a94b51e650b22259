import jax.numpy as jnp
from jax import lax


def break_after_work(n):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, n, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, n, s = state
        n -= 1
        s += n

        def if_false(s):
            s = s + 100
            return did_break, s

        did_break, s = lax.cond(n < 3, lambda s: (True, s), if_false, s)
        return did_break, n, s

    did_break, n, s = lax.while_loop(loop_test, loop_body, (did_break, n, s))
    return s
