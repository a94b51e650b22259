import jax.numpy as jnp
from jax import lax


def continue_in_while_true(n):
    test = n < 2

    def loop_test(state):
        i, s, did_break = state
        return ~did_break

    def loop_body(state):
        i, s, did_break = state
        i = i + 1
        test = i % 2 == 0
        test_1 = i > n
        return i, jnp.where(test, jnp.where(test_1, s, s + i), s), test & test_1

    i, s, _ = lax.while_loop(loop_test, loop_body, (2, jnp.where(test, 0, 2), test))
    return s, i
