import jax.numpy as jnp
from jax import lax


def break_in_else_of_if(n):
    def loop_test(state):
        did_break, n, s = state
        return jnp.logical_not(did_break) & (n > 0)

    def loop_body(state):
        did_break, n, s = state
        test = s < 5
        s_1 = s + n
        n_1 = n - 1
        return jnp.logical_not(test) | did_break, jnp.where(test, n_1, n), jnp.where(test, s_1, s)

    _, n, s = lax.while_loop(loop_test, loop_body, (False, n, 0))
    return s, n
