import jax.numpy as jnp
from jax import lax


def break_and_continue(n):
    def loop_test(state):
        n, s, did_break = state
        return ~did_break & (n > 0)

    def loop_body(state):
        n, s, did_break = state
        n = n - 1
        test = n % 2 == 0
        test_1 = n == 4
        return n, jnp.where(test, jnp.where(test_1, s, s + n), s), test & test_1

    s = lax.while_loop(loop_test, loop_body, (n, 0, False))[1]
    return s
