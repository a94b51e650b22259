import jax.numpy as jnp
from jax import lax


def break_in_else_of_if(n):
    def loop_test(state):
        n, s, did_break = state
        return ~did_break & (n > 0)

    def loop_body(state):
        n, s, did_break = state
        test = s < 5
        return jnp.where(test, n - 1, n), jnp.where(test, s + n, s), ~test

    n, s, _ = lax.while_loop(loop_test, loop_body, (n, 0, False))
    return s, n
