import jax.numpy as jnp
from jax import lax


def for_two_returns(n):
    did_return = False

    def loop_test(state):
        i, return_value, did_return = state
        return (i < 12) & jnp.logical_not(did_return)

    def loop_body(state):
        i, return_value, did_return = state

        def if_false(return_value, did_return):
            def if_true():
                return_value = -i
                return return_value, True

            return lax.cond(i * 3 == n, if_true, lambda: (return_value, did_return))

        return_value, did_return = lax.cond(
            i * 2 == n,
            lambda return_value, did_return: (i, True),
            if_false,
            return_value,
            did_return,
        )
        return i + 1, return_value, did_return

    return_value, did_return = lax.while_loop(loop_test, loop_body, (0, jnp.int32(0), did_return))[1:]
    return jnp.where(jnp.logical_not(did_return), 100, return_value)
