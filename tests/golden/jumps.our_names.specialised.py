import jax.numpy as jnp
from jax import lax


def our_names(if_true):
    did_return_1 = False
    return_value = 0
    did_return = 1
    if_false = jnp.where(if_true > 1, 2, 3)
    return_value_1 = jnp.int32(0)
    for i in range(4):
        def loop_body(return_value_1, return_value, did_return_1):
            def if_true_1(return_value):
                return_value_1 = return_value + if_false
                return return_value_1, return_value, True

            def if_false_1(return_value):
                return_value = return_value + did_return
                return return_value_1, return_value, did_return_1

            return lax.cond(i > if_true, if_true_1, if_false_1, return_value)

        return_value_1, return_value, did_return_1 = lax.cond(
            jnp.logical_not(did_return_1),
            loop_body,
            lambda return_value_1, return_value, did_return_1: (return_value_1, return_value, did_return_1),
            return_value_1,
            return_value,
            did_return_1,
        )
    return jnp.where(jnp.logical_not(did_return_1), return_value, return_value_1)
