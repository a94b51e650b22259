import jax.numpy as jnp
from jax import lax


def break_in_nested_ifs(n):
    def loop_test(state):
        i, s, did_break = state
        return (i < 10) & ~did_break

    def loop_body(state):
        i, s, did_break = state

        def if_true():
            test = i > n
            test_1 = s > 3
            return jnp.where(test, jnp.where(test_1, s, s + 2), s), test & test_1

        s, did_break = lax.cond(i > 2, if_true, lambda: (s, False))
        s = jnp.where(jnp.logical_not(did_break), s + 1, s)
        return i + 1, s, did_break

    s = lax.while_loop(loop_test, loop_body, (0, 0, False))[1]
    return s
