import jax.numpy as jnp
from jax import lax


def int_becomes_float(x):
    def loop_body(x):
        return x / 2

    x = lax.while_loop(lambda x: x > 1, loop_body, jnp.asarray(x, jnp.float32))
    return x
