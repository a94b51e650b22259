import jax.numpy as jnp
from jax import lax


def becomes_traced(n):
    i = 0
    for _ in range(4):
        i = jnp.where(i < 3, i + 1, i + n + 1)

    def loop_body(i):
        return jnp.where(i < 3, i + 1, i + n + 1)

    i = lax.while_loop(lambda i: i < 5, loop_body, i)
    return i
