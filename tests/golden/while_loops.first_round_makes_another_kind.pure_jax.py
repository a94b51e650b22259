import jax.numpy as jnp
from jax import lax


def first_round_makes_another_kind(n):
    n = n - 2

    def loop_test(state):
        n, best, did_break = state
        return ~did_break

    def loop_body(state):
        n, best, did_break = state
        n = n - 2
        return n, jnp.where(best < n, n, best), n < 1

    n, best, _ = lax.while_loop(loop_test, loop_body, (n, n * n, n < 1))
    return best, n
