import jax.numpy as jnp
from jax import lax


def continue_and_break_in_one(n):
    def loop_test(state):
        i, did_break, s = state
        return (i < 12) & jnp.logical_not(did_break)

    def loop_body(state):
        i, did_break, s = state

        def if_true():
            test = i > n
            return test | did_break, jnp.where(test, s, s + 1 + 10)

        did_break, s = lax.cond(i % 3 != 0, if_true, lambda: (did_break, s))
        return i + 1, did_break, s

    s = lax.while_loop(loop_test, loop_body, (0, False, 0))[-1]
    return s
