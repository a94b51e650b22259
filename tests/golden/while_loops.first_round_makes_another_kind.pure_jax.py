import jax.numpy as jnp
from jax import lax


def first_round_makes_another_kind(n):
    n = n - 2

    def loop_test(state):
        did_break, n, best = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, n, best = state
        n = n - 2
        return (n < 1) | did_break, n, jnp.where(best < n, n, best)

    _, n, best = lax.while_loop(loop_test, loop_body, (n < 1, n, n * n))
    return best, n
