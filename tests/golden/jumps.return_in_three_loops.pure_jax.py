import jax.numpy as jnp
from jax import lax


def return_in_three_loops(n):
    def loop_test(state):
        i, return_value, did_return = state
        return (i < n) & jnp.logical_not(did_return)

    def loop_body(state):
        i, return_value, did_return = state

        def loop_test(state):
            j, return_value, did_return = state
            return (j < n) & jnp.logical_not(did_return)

        def loop_body(state):
            j, return_value, did_return = state

            def loop_test(state):
                k, return_value, did_return = state
                return (k < n) & jnp.logical_not(did_return)

            def loop_body(state):
                k, return_value, did_return = state
                value, did_return = lax.cond(
                    i + j + k == 5,
                    lambda: (i * 100 + j * 10 + k, True),
                    lambda: (return_value, did_return),
                )
                return k + 1, value, did_return

            _, return_value, did_return = lax.while_loop(
                loop_test, loop_body, (0, return_value, did_return)
            )
            return j + 1, return_value, did_return

        _, return_value, did_return = lax.while_loop(
            loop_test, loop_body, (0, return_value, did_return)
        )
        return i + 1, return_value, did_return

    _, return_value, did_return = lax.while_loop(loop_test, loop_body, (0, 0, False))
    return jnp.where(jnp.logical_not(did_return), -1, return_value)
