import jax.numpy as jnp
from jax import lax


def late_breaks_nested(n):
    def loop_test(state):
        did_break_2, s, i = state
        return jnp.logical_not(did_break_2)

    def loop_body(state):
        did_break_2, s, i = state

        def loop_test(state):
            did_break_1, s, j = state
            return jnp.logical_not(did_break_1)

        def loop_body(state):
            did_break_1, s, j = state

            def loop_test(state):
                did_break, s, k = state
                return jnp.logical_not(did_break)

            def loop_body(state):
                did_break, s, k = state
                s = s + k * j + i
                k = k + 1
                return (k >= n) | did_break, s, k

            _, s, k = lax.while_loop(loop_test, loop_body, (False, s, 0))
            j = j + 1
            return (j > k) | did_break_1, s, j

        s = lax.while_loop(loop_test, loop_body, (False, s, 0))[1]
        i = i + 1
        return (i >= n) | did_break_2, s, i

    _, s, i = lax.while_loop(loop_test, loop_body, (False, 0, 0))
    return s, i
