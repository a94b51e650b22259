import jax.numpy as jnp
from jax import lax


def is_prime(n):
    did_return = False

    def if_false(did_return):
        d = 2

        def loop_test(state):
            did_return, d, return_value = state
            return jnp.logical_and(jnp.logical_not(did_return), d * d <= n)

        def loop_body(state):
            did_return, d, return_value = state

            def if_false(d):
                d = d + 1
                return d, return_value, did_return

            d, return_value, did_return = lax.cond(
                n % d == 0,
                lambda d: (d, False, True),
                if_false,
                d,
            )
            return did_return, d, return_value

        did_return, d, return_value = lax.while_loop(
            loop_test, loop_body, (did_return, d, False)
        )
        return jnp.where(jnp.logical_not(did_return), True, return_value)

    return lax.cond(n < 2, lambda did_return: False, if_false, did_return)
