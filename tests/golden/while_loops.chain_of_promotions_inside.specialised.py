import jax.numpy as jnp
from jax import lax


def chain_of_promotions_inside(n):
    a = b = c = 0

    def loop_body(i, state):
        a, b, c = state

        def loop_body(j, state):
            a, b, c = state
            a = b
            b = c
            c = c + 0.5
            return a, b, c

        a, b, c = lax.fori_loop(0, n, loop_body, (a, b, c))
        a = a + 1
        return a, b, c

    a, b, c = lax.fori_loop(
        0, n, loop_body, (jnp.asarray(a, jnp.float32), jnp.asarray(b, jnp.float32), jnp.asarray(c, jnp.float32))
    )
    return a, b, c
