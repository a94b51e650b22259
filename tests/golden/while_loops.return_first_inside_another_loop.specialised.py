import jax.numpy as jnp
from jax import lax


def return_first_inside_another_loop(n):
    did_return = False
    s = 0

    def loop_test(state):
        i, s, did_return, return_value = state
        return (i < n) & jnp.logical_not(did_return)

    def loop_body(state):
        i, s, did_return, return_value = state

        def loop_body(s):
            s += 3
            return s

        s = lax.while_loop(lambda s: jnp.logical_not(s > i * 2), loop_body, s)
        did_break = False

        def loop_test(state):
            did_break, did_return, s, return_value = state
            return jnp.logical_and(
                jnp.logical_not(did_break), jnp.logical_not(did_return)
            )

        def loop_body(state):
            did_break, did_return, s, return_value = state

            def if_true(s, did_break):
                return_value = s, i
                return s, return_value, True, did_break

            def if_false(s, did_break):
                s += 1
                did_break = jnp.where(s % 4 == 0, True, did_break)
                return s, return_value, did_return, did_break

            s, return_value, did_return, did_break = lax.cond(
                s > 20, if_true, if_false, s, did_break
            )
            return did_break, did_return, s, return_value

        did_break, did_return, s, return_value = lax.while_loop(
            loop_test, loop_body, (did_break, did_return, s, return_value)
        )
        return i + 1, s, did_return, return_value

    s, did_return, return_value = lax.while_loop(loop_test, loop_body, (0, s, did_return, (jnp.int32(0), jnp.int32(0))))[1:]
    return lax.cond(jnp.logical_not(did_return), lambda: (s, -1), lambda: return_value)
