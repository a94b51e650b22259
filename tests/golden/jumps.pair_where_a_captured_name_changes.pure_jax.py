import jax.numpy as jnp
from jax import lax


def pair_where_a_captured_name_changes(a, b):
    def loop_test(state):
        did_return, returned_value_0, returned_value_1 = state
        return ~did_return & (a > 9)

    def loop_body(state):
        did_return, returned_value_0, returned_value_1 = state
        return True, b, a

    did_return, returned_value_0, returned_value_1 = lax.while_loop(
        loop_test, loop_body, (False, 0, 0)
    )
    value, value_1 = lax.cond(
        did_return,
        lambda: (returned_value_0, returned_value_1),
        lambda: ((jnp.where(b > 1, 2, a) + b) % 100, b % 8),
    )
    return value, value_1
