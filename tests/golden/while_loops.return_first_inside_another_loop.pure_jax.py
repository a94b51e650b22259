import jax.numpy as jnp
from jax import lax


def return_first_inside_another_loop(n):
    def loop_test(state):
        i, s, did_return, returned_value_0, returned_value_1 = state
        return (i < n) & ~did_return

    def loop_body(state):
        i, s, did_return, returned_value_0, returned_value_1 = state
        s = lax.while_loop(lambda s: s <= i * 2, lambda s: s + 3, s)

        def loop_test(state):
            s, did_break, did_return, returned_value_0, returned_value_1 = state
            return ~did_break & ~did_return

        def loop_body(state):
            s, did_break, did_return, returned_value_0, returned_value_1 = state

            def if_false():
                s_1 = s + 1
                return s_1, returned_value_0, returned_value_1, False, s_1 % 4 == 0

            s, value, value_1, did_return, did_break = lax.cond(
                s > 20,
                lambda: (s, s, i, True, False),
                if_false,
            )
            return s, did_break, did_return, value, value_1

        s, _, did_return, returned_value_0, returned_value_1 = lax.while_loop(
            loop_test, loop_body, (s, False, False, returned_value_0, returned_value_1)
        )
        return i + 1, s, did_return, returned_value_0, returned_value_1

    _, s, did_return, returned_value_0, returned_value_1 = lax.while_loop(
        loop_test, loop_body, (0, 0, False, 0, 0)
    )
    return jnp.where(did_return, returned_value_0, s), jnp.where(did_return, returned_value_1, -1)
