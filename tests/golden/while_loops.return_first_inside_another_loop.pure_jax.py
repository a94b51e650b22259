import jax.numpy as jnp
from jax import lax


def return_first_inside_another_loop(n):
    def loop_test(state):
        i, s, did_return, return_value_0, return_value_1 = state
        return (i < n) & jnp.logical_not(did_return)

    def loop_body(state):
        i, s, did_return, return_value_0, return_value_1 = state
        s = lax.while_loop(lambda s: s <= i * 2, lambda s: s + 3, s)

        def loop_test(state):
            did_break, did_return, s, return_value_0, return_value_1 = state
            return jnp.logical_not(did_break) & jnp.logical_not(did_return)

        def loop_body(state):
            did_break, did_return, s, return_value_0, return_value_1 = state

            def if_false():
                s_1 = s + 1
                return s_1, return_value_0, return_value_1, did_return, (s_1 % 4 == 0) | did_break

            s, value, value_1, did_return, did_break = lax.cond(
                s > 20,
                lambda: (s, s, i, True, did_break),
                if_false,
            )
            return did_break, did_return, s, value, value_1

        _, did_return, s, return_value_0, return_value_1 = lax.while_loop(
            loop_test, loop_body, (False, did_return, s, return_value_0, return_value_1)
        )
        return i + 1, s, did_return, return_value_0, return_value_1

    _, s, did_return, return_value_0, return_value_1 = lax.while_loop(
        loop_test, loop_body, (0, 0, False, 0, 0)
    )
    test = jnp.logical_not(did_return)
    return jnp.where(test, s, return_value_0), jnp.where(test, -1, return_value_1)
