import jax.numpy as jnp
from jax import lax


def first_round_makes_an_array(n):
    acc = 0 + jnp.arange(3) * n
    n = n - 1

    def loop_test(state):
        did_break, acc, n = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, acc, n = state
        acc = acc + jnp.arange(3) * n
        n = n - 1
        return (n <= 0) | did_break, acc, n

    acc = lax.while_loop(loop_test, loop_body, (n <= 0, acc, n))[1]
    return acc
