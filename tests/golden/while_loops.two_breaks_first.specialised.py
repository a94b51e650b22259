import jax.numpy as jnp
from jax import lax


def two_breaks_first(n):
    s = 0

    def loop_test(state):
        n, s = state
        return jnp.logical_and(
            n < 40, jnp.logical_and(jnp.logical_not(n % 7 == 6), jnp.logical_not(s > 9))
        )

    def loop_body(state):
        n, s = state
        s += 2
        n += 3
        return n, s

    n, s = lax.while_loop(loop_test, loop_body, (n, s))
    return s, n
