import jax.numpy as jnp
from jax import lax


def known_test_becomes_traced(n):
    s = k = 0

    def loop_test(state):
        s, k = state
        return jnp.logical_and(s < 7, k < 20)

    def loop_body(state):
        s, k = state

        def loop_body(i, s):
            return s + i

        s = lax.fori_loop(0, n, loop_body, s)
        k += 1
        return s, k

    s, k = lax.while_loop(loop_test, loop_body, (s, k))
    return s, k
