import jax.numpy as jnp
from jax import lax


def first_round_makes_an_array(n):
    acc = 0
    did_break = False
    acc = acc + jnp.arange(3) * n
    n -= 1
    did_break = jnp.where(n <= 0, True, did_break)

    def loop_test(state):
        did_break, acc, n = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, acc, n = state
        acc = acc + jnp.arange(3) * n
        n -= 1
        did_break = jnp.where(n <= 0, True, did_break)
        return did_break, acc, n

    did_break, acc, n = lax.while_loop(loop_test, loop_body, (did_break, acc, n))
    return acc
