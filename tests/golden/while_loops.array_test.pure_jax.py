import jax.numpy as jnp
from jax import lax


def array_test(v):
    v = lax.while_loop(lambda v: jnp.sum(v) < 50, lambda v: v * 2, v)
    return v
