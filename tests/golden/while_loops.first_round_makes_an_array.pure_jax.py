import jax.numpy as jnp
from jax import lax


def first_round_makes_an_array(n):
    acc = jnp.arange(3) * n
    n = n - 1

    def loop_test(state):
        n, acc, did_break = state
        return ~did_break

    def loop_body(state):
        n, acc, did_break = state
        acc = acc + jnp.arange(3) * n
        n = n - 1
        return n, acc, n <= 0

    acc = lax.while_loop(loop_test, loop_body, (n, acc, n <= 0))[1]
    return acc
