import jax.numpy as jnp
from jax import lax


def is_prime(n):
    def if_false():
        def loop_test(state):
            d, did_return, returned_value = state
            return ~did_return & (d * d <= n)

        def loop_body(state):
            d, did_return, returned_value = state
            test = n % d == 0
            return jnp.where(test, d, d + 1), test, ~test & returned_value

        _, did_return, returned_value = lax.while_loop(
            loop_test, loop_body, (2, False, False)
        )
        return ~did_return | returned_value

    return lax.cond(n < 2, lambda: False, if_false)
