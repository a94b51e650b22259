import jax.numpy as jnp
from jax import lax


def break_and_continue(n):
    def loop_test(state):
        did_break, n, s = state
        return jnp.logical_not(did_break) & (n > 0)

    def loop_body(state):
        did_break, n, s = state
        n = n - 1
        test = n % 2 == 0
        test_1 = n == 4
        s_1 = s + n
        return jnp.where(test, test_1 | did_break, did_break), n, jnp.where(test, jnp.where(test_1, s, s_1), s)

    s = lax.while_loop(loop_test, loop_body, (False, n, 0))[-1]
    return s
