import jax.numpy as jnp
from jax import lax


def while_return_deep(n):
    def loop_test(state):
        did_return, n, return_value, s = state
        return jnp.logical_not(did_return) & (n > 0)

    def loop_body(state):
        did_return, n, return_value, s = state

        def if_true():
            test = n < 5
            return jnp.where(test, s, return_value), jnp.where(test, s, s + 1), test | did_return

        value, s, did_return = lax.cond(
            n % 2 == 0,
            if_true,
            lambda: (return_value, s, did_return),
        )
        n = jnp.where(jnp.logical_not(did_return), n - 1, n)
        return did_return, n, value, s

    did_return, _, return_value, s = lax.while_loop(
        loop_test, loop_body, (False, n, 0, 0)
    )
    return jnp.where(jnp.logical_not(did_return), -s, return_value)
