import jax.numpy as jnp
from jax import lax


def inner_return_outer_break(n, m):
    def loop_test(state):
        i, s, return_value, did_return, did_break = state
        return (i < n) & ~did_break & ~did_return

    def loop_body(state):
        i, s, return_value, did_return, did_break = state

        def loop_test(state):
            j, s, return_value, did_return = state
            return (j < m) & ~did_return

        def loop_body(state):
            j, s, return_value, did_return = state
            s = s + 1
            test = s == 20
            return j + 1, s, jnp.where(test, -s, return_value), test

        _, s, return_value, did_return = lax.while_loop(
            loop_test, loop_body, (0, s, return_value, False)
        )
        return i + 1, s, return_value, did_return, ~did_return & (s > 12)

    _, s, return_value, did_return, _ = lax.while_loop(
        loop_test, loop_body, (0, 0, 0, False, False)
    )
    return jnp.where(did_return, return_value, s)
