import jax.numpy as jnp
from jax import lax


def becomes_traced(n):
    i = lax.while_loop(
        lambda i: i < 5,
        lambda i: jnp.where(i < 3, i + 1, i + n + 1),
        3 + n + 1,
    )
    return i
