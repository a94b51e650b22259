import jax.numpy as jnp
from jax import lax


def array_test(v):
    def loop_body(v):
        return v * 2

    v = lax.while_loop(lambda v: jnp.sum(v) < 50, loop_body, v)
    return v
