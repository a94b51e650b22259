import jax.numpy as jnp
from jax import lax


def inner_break_outer_continue(n, m):
    def loop_body(_, s):
        def loop_test(state):
            j, did_break, s = state
            return (j < m) & jnp.logical_not(did_break)

        def loop_body(state):
            j, did_break, s = state
            test = j == 2
            return j + 1, test | did_break, jnp.where(test, s, s + 1)

        _, did_break, s = lax.while_loop(loop_test, loop_body, (0, False, s))
        return jnp.where(jnp.logical_not(did_break), s + 100, s + 10)

    s = lax.fori_loop(0, n, loop_body, 0)
    return s
