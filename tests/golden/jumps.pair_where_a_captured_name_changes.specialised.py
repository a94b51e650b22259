import jax.numpy as jnp
from jax import lax


def pair_where_a_captured_name_changes(a, b):
    did_return = False

    def near(z):
        return a + z

    def loop_test(state):
        did_return, return_value = state
        return jnp.logical_and(jnp.logical_not(did_return), a > 9)

    def loop_body(state):
        did_return, return_value = state
        return_value = b, a
        return True, return_value

    did_return, return_value = lax.while_loop(
        loop_test, loop_body, (did_return, (0, 0))
    )

    def if_true(a_before):
        nonlocal a
        a = a_before
        a = jnp.where(b > 1, 2, a)
        return (near(b) % 100, b % 8), a

    return_value, a = lax.cond(
        jnp.logical_not(did_return),
        if_true,
        lambda a: (return_value, a),
        a,
    )
    return return_value
