import jax.numpy as jnp
from jax import lax


def our_names(if_true):
    if_false = jnp.where(if_true > 1, 2, 3)
    test = if_true < 0
    did_return_1 = test
    value = jnp.where(test, 0, 1)
    value_1 = jnp.where(test, if_false, 0)
    for i in range(1, 4):
        def if_false_1():
            test = if_true < i
            return_value = value + 1
            return jnp.where(test, value + if_false, value_1), jnp.where(test, value, return_value), test

        value_1, value, did_return_1 = lax.cond(
            did_return_1,
            lambda: (value_1, value, True),
            if_false_1,
        )
    return jnp.where(did_return_1, value_1, value)
