import jax.numpy as jnp
from jax import lax


def break_first_and_late(n):
    def loop_test(state):
        did_break, n, s = state
        return jnp.logical_not(did_break) & (n > 0)

    def loop_body(state):
        did_break, n, s = state

        def if_false():
            s_1 = s + n
            test = s_1 % 5 == 4
            return s_1, test | did_break, jnp.where(test, n, n - 1)

        s, did_break, n = lax.cond(s > 12, lambda: (s, True, n), if_false)
        return did_break, n, s

    did_break, n, s = lax.while_loop(loop_test, loop_body, (False, n, 0))
    s = jnp.where(jnp.logical_not(did_break), s + 100, s)
    return s, n
