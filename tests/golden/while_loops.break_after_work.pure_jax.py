import jax.numpy as jnp
from jax import lax


def break_after_work(n):
    def loop_test(state):
        did_break, n, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, n, s = state
        n = n - 1
        s = s + n
        test = n < 3
        return test | did_break, n, jnp.where(test, s, s + 100)

    s = lax.while_loop(loop_test, loop_body, (False, n, 0))[-1]
    return s
