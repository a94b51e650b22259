import jax.numpy as jnp
from jax import lax


def int_becomes_float(x):
    x = lax.while_loop(lambda x: x > 1, lambda x: x / 2, jnp.float32(x))
    return x
