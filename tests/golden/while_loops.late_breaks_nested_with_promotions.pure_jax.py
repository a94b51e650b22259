import jax.numpy as jnp
from jax import lax


def late_breaks_nested_with_promotions(n):
    def loop_test(state):
        did_break_1, s, i = state
        return jnp.logical_not(did_break_1)

    def loop_body(state):
        did_break_1, s, i = state

        def loop_test(state):
            did_break, t, j = state
            return jnp.logical_not(did_break)

        def loop_body(state):
            did_break, t, j = state
            t = t + jnp.float32(j) * 0.5
            j = j + 1
            return (j > n) | did_break, t, j

        t = lax.while_loop(loop_test, loop_body, (False, 0.0, 0))[1]
        s = s + t
        i = i + 1
        return (i >= n) | did_break_1, s, i

    _, s, i = lax.while_loop(loop_test, loop_body, (False, 0.0, 0))
    return s, i
