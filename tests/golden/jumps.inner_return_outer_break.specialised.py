import jax.numpy as jnp
from jax import lax


def inner_return_outer_break(n, m):
    did_return = False
    s = 0
    did_break = False

    def loop_test(state):
        i, s, return_value, did_return, did_break = state
        return (i < n) & jnp.logical_and(jnp.logical_not(did_break), jnp.logical_not(did_return))

    def loop_body(state):
        i, s, return_value, did_return, did_break = state

        def loop_test(state):
            j, s, return_value, did_return = state
            return (j < m) & jnp.logical_not(did_return)

        def loop_body(state):
            j, s, return_value, did_return = state
            s += 1

            def if_true():
                return_value = -s
                return return_value, True

            return_value, did_return = lax.cond(
                s == 20,
                if_true,
                lambda: (return_value, did_return),
            )
            return j + 1, s, return_value, did_return

        s, return_value, did_return = lax.while_loop(loop_test, loop_body, (0, s, return_value, did_return))[1:]
        did_break = jnp.where(
            jnp.logical_not(did_return), jnp.where(s > 12, True, did_break), did_break
        )
        return i + 1, s, return_value, did_return, did_break

    s, return_value, did_return, did_break = lax.while_loop(loop_test, loop_body, (0, s, jnp.int32(0), did_return, did_break))[1:]
    return jnp.where(jnp.logical_not(did_return), s, return_value)
