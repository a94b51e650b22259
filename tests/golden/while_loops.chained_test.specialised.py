import jax.numpy as jnp
from jax import lax


def chained_test(n):
    def loop_body(n):
        n += 2
        return n

    n = lax.while_loop(lambda n: jnp.logical_and(0 < n, n < 10), loop_body, n)
    return n
