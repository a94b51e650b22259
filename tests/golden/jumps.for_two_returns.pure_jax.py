import jax.numpy as jnp
from jax import lax


def for_two_returns(n):
    def loop_test(state):
        i, return_value, did_return = state
        return (i < 12) & ~did_return

    def loop_body(state):
        i, return_value, did_return = state

        def if_false():
            test = i * 3 == n
            return jnp.where(test, -i, return_value), test

        value, did_return = lax.cond(i * 2 == n, lambda: (i, True), if_false)
        return i + 1, value, did_return

    _, return_value, did_return = lax.while_loop(loop_test, loop_body, (0, 0, False))
    return jnp.where(did_return, return_value, 100)
