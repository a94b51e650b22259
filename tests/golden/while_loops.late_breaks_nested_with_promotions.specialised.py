import jax.numpy as jnp
from jax import lax


def late_breaks_nested_with_promotions(n):
    i = s = 0
    did_break_1 = False

    def loop_test(state):
        did_break_1, s, i = state
        return jnp.logical_not(did_break_1)

    def loop_body(state):
        did_break_1, s, i = state
        j = t = 0
        did_break = False

        def loop_test(state):
            did_break, t, j = state
            return jnp.logical_not(did_break)

        def loop_body(state):
            did_break, t, j = state
            t = t + j * 0.5
            j += 1
            did_break = jnp.where(j > n, True, did_break)
            return did_break, t, j

        did_break, t, j = lax.while_loop(
            loop_test, loop_body, (did_break, jnp.asarray(t, jnp.float32), j)
        )
        s = s + t
        i += 1
        did_break_1 = jnp.where(i >= n, True, did_break_1)
        return did_break_1, s, i

    did_break_1, s, i = lax.while_loop(
        loop_test, loop_body, (did_break_1, jnp.asarray(s, jnp.float32), i)
    )
    return s, i
