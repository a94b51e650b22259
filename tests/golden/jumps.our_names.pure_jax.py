import jax.numpy as jnp
from jax import lax


def our_names(if_true):
    value = jnp.where(if_true > 1, 2, 3)
    test = if_true < 0
    value_1 = test
    value_2 = jnp.where(test, 0, 1)
    value_3 = jnp.where(test, value, 0)
    for i in range(1, 4):
        def if_false():
            test = if_true < i
            return_value = value_2 + 1
            return jnp.where(test, value_2 + value, value_3), jnp.where(test, value_2, return_value), test

        value_3, value_2, value_1 = lax.cond(
            value_1,
            lambda: (value_3, value_2, True),
            if_false,
        )
    return jnp.where(value_1, value_3, value_2)
