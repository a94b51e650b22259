import jax.numpy as jnp
from jax import lax


def is_prime(n):
    def if_false():
        def loop_test(state):
            did_return, d, return_value = state
            return jnp.logical_not(did_return) & (d * d <= n)

        def loop_body(state):
            did_return, d, return_value = state
            test = n % d == 0
            d_1 = d + 1
            return test | did_return, jnp.where(test, d, d_1), jnp.logical_not(test) & return_value

        did_return, _, return_value = lax.while_loop(
            loop_test, loop_body, (False, 2, False)
        )
        return jnp.logical_not(did_return) | return_value

    return lax.cond(n < 2, lambda: False, if_false)
