import jax.numpy as jnp
from jax import lax


def break_after_work(n):
    def loop_test(state):
        n, s, did_break = state
        return ~did_break

    def loop_body(state):
        n, s, did_break = state
        n = n - 1
        s = s + n
        test = n < 3
        return n, jnp.where(test, s, s + 100), test

    s = lax.while_loop(loop_test, loop_body, (n, 0, False))[1]
    return s
