import jax.numpy as jnp
from jax import lax


def inner_break_outer_continue(n, m):
    def loop_body(_, s):
        def loop_test(state):
            j, s, did_break = state
            return (j < m) & ~did_break

        def loop_body(state):
            j, s, did_break = state
            test = j == 2
            return j + 1, jnp.where(test, s, s + 1), test

        _, s, did_break = lax.while_loop(loop_test, loop_body, (0, s, False))
        return jnp.where(did_break, s + 10, s + 100)

    s = lax.fori_loop(0, n, loop_body, 0)
    return s
