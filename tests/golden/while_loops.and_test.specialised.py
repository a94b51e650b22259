import jax.numpy as jnp
from jax import lax


def and_test(n):
    i = 0

    def loop_body(i):
        i += 1
        return i

    i = lax.while_loop(lambda i: jnp.logical_and(i < 10, i * i < n * n), loop_body, i)
    return i
