import jax.numpy as jnp
from jax import lax


def continue_and_break_in_one(n):
    def loop_test(state):
        i, s, did_break = state
        return (i < 12) & ~did_break

    def loop_body(state):
        i, s, did_break = state

        def if_true():
            test = i > n
            return test, jnp.where(test, s, s + 1 + 10)

        did_break, s = lax.cond(i % 3 != 0, if_true, lambda: (False, s))
        return i + 1, s, did_break

    s = lax.while_loop(loop_test, loop_body, (0, 0, False))[1]
    return s
