import jax.numpy as jnp
from jax import lax


def late_breaks_nested_with_promotions(n):
    def loop_test(state):
        i, s, did_break_1 = state
        return ~did_break_1

    def loop_body(state):
        i, s, did_break_1 = state

        def loop_test(state):
            j, t, did_break = state
            return ~did_break

        def loop_body(state):
            j, t, did_break = state
            t = t + jnp.float32(j) * 0.5
            j = j + 1
            return j, t, j > n

        t = lax.while_loop(loop_test, loop_body, (0, 0.0, False))[1]
        s = s + t
        i = i + 1
        return i, s, i >= n

    i, s, _ = lax.while_loop(loop_test, loop_body, (0, 0.0, False))
    return s, i
