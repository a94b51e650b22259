import jax.numpy as jnp
from jax import lax


def continue_in_while_true(n):
    test = n < 2

    def loop_test(state):
        did_break, i, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, i, s = state
        i = i + 1
        test = i % 2 == 0
        test_1 = i > n
        s_1 = s + i
        return jnp.where(test, test_1 | did_break, did_break), i, jnp.where(test, jnp.where(test_1, s, s_1), s)

    _, i, s = lax.while_loop(loop_test, loop_body, (test, 2, jnp.where(test, 0, 2)))
    return s, i
