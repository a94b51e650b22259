import jax.numpy as jnp
from jax import lax


def mandelbrot(c):
    z = 0.0
    n = 0

    def loop_test(state):
        n, z = state
        return jnp.logical_and(n < 30, z * z < 4.0)

    def loop_body(state):
        n, z = state
        z = z * z + c
        n += 1
        return n, z

    n, z = lax.while_loop(loop_test, loop_body, (n, z))
    return n
