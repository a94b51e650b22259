import jax.numpy as jnp
from jax import lax


def while_return_deep(n):
    did_return = False
    s = 0

    def loop_test(state):
        did_return, n, return_value, s = state
        return jnp.logical_and(jnp.logical_not(did_return), n > 0)

    def loop_body(state):
        did_return, n, return_value, s = state

        def if_true(return_value, s, did_return):
            def if_false(s):
                s = s + 1
                return return_value, s, did_return

            return lax.cond(n < 5, lambda s: (s, s, True), if_false, s)

        return_value, s, did_return = lax.cond(
            n % 2 == 0,
            if_true,
            lambda return_value, s, did_return: (return_value, s, did_return),
            return_value,
            s,
            did_return,
        )
        n = jnp.where(jnp.logical_not(did_return), n - 1, n)
        return did_return, n, return_value, s

    did_return, n, return_value, s = lax.while_loop(
        loop_test, loop_body, (did_return, n, jnp.int32(0), s)
    )
    return jnp.where(jnp.logical_not(did_return), -s, return_value)
