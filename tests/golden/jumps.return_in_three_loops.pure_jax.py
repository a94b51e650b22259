import jax.numpy as jnp
from jax import lax


def return_in_three_loops(n):
    def loop_test(state):
        i, return_value, did_return = state
        return (i < n) & ~did_return

    def loop_body(state):
        i, return_value, did_return = state

        def loop_test(state):
            j, return_value, did_return = state
            return (j < n) & ~did_return

        def loop_body(state):
            j, return_value, did_return = state

            def loop_test(state):
                k, return_value, did_return = state
                return (k < n) & ~did_return

            def loop_body(state):
                k, return_value, did_return = state
                value, did_return = lax.cond(
                    i + j + k == 5,
                    lambda: (i * 100 + j * 10 + k, True),
                    lambda: (return_value, False),
                )
                return k + 1, value, did_return

            _, return_value, did_return = lax.while_loop(
                loop_test, loop_body, (0, return_value, False)
            )
            return j + 1, return_value, did_return

        _, return_value, did_return = lax.while_loop(
            loop_test, loop_body, (0, return_value, False)
        )
        return i + 1, return_value, did_return

    _, return_value, did_return = lax.while_loop(loop_test, loop_body, (0, 0, False))
    return jnp.where(did_return, return_value, -1)
