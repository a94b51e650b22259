import jax.numpy as jnp
from jax import lax


def late_breaks_nested(n):
    i = s = 0
    did_break_2 = False

    def loop_test(state):
        did_break_2, s, i = state
        return jnp.logical_not(did_break_2)

    def loop_body(state):
        did_break_2, s, i = state
        j = 0
        did_break_1 = False

        def loop_test(state):
            did_break_1, s, j = state
            return jnp.logical_not(did_break_1)

        def loop_body(state):
            did_break_1, s, j = state
            k = 0
            did_break = False

            def loop_test(state):
                did_break, s, k = state
                return jnp.logical_not(did_break)

            def loop_body(state):
                did_break, s, k = state
                s = s + k * j + i
                k += 1
                did_break = jnp.where(k >= n, True, did_break)
                return did_break, s, k

            did_break, s, k = lax.while_loop(loop_test, loop_body, (did_break, s, k))
            j += 1
            did_break_1 = jnp.where(j > k, True, did_break_1)
            return did_break_1, s, j

        did_break_1, s, j = lax.while_loop(loop_test, loop_body, (did_break_1, s, j))
        i += 1
        did_break_2 = jnp.where(i >= n, True, did_break_2)
        return did_break_2, s, i

    did_break_2, s, i = lax.while_loop(loop_test, loop_body, (did_break_2, s, i))
    return s, i
