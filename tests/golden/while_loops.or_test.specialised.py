import jax.numpy as jnp
from jax import lax


def or_test(n):
    i = 0

    def loop_body(i):
        i += 1
        return i

    i = lax.while_loop(lambda i: jnp.logical_or(i < n, i < 2), loop_body, i)
    return i
