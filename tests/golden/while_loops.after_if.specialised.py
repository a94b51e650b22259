import jax.numpy as jnp
from jax import lax


def after_if(n):
    k = jnp.where(n > 2, 2, 1)

    def loop_body(n):
        n -= k
        return n

    n = lax.while_loop(lambda n: n > 0, loop_body, n)
    return n
