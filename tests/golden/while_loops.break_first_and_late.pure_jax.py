import jax.numpy as jnp
from jax import lax


def break_first_and_late(n):
    def loop_test(state):
        n, s, did_break = state
        return ~did_break & (n > 0)

    def loop_body(state):
        n, s, did_break = state

        def if_false():
            s_1 = s + n
            test = s_1 % 5 == 4
            return s_1, test, jnp.where(test, n, n - 1)

        s, did_break, n = lax.cond(s > 12, lambda: (s, True, n), if_false)
        return n, s, did_break

    n, s, did_break = lax.while_loop(loop_test, loop_body, (n, 0, False))
    s = jnp.where(~did_break, s + 100, s)
    return s, n
