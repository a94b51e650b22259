import jax.numpy as jnp
from jax import lax


def while_return_deep(n):
    def loop_test(state):
        n, s, did_return, return_value = state
        return ~did_return & (n > 0)

    def loop_body(state):
        n, s, did_return, return_value = state

        def if_true():
            test = n < 5
            return jnp.where(test, s, return_value), jnp.where(test, s, s + 1), test

        value, s, did_return = lax.cond(
            n % 2 == 0,
            if_true,
            lambda: (return_value, s, False),
        )
        n = jnp.where(jnp.logical_not(did_return), n - 1, n)
        return n, s, did_return, value

    _, s, did_return, return_value = lax.while_loop(
        loop_test, loop_body, (n, 0, False, 0)
    )
    return jnp.where(did_return, return_value, -s)
