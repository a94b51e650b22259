import jax.numpy as jnp
from jax import lax


def first_round_makes_another_kind(n):
    best = None
    did_break = False
    n = n - 2
    best = n * n if best is None else jnp.maximum(best, n)
    did_break = jnp.where(n < 1, True, did_break)

    def loop_test(state):
        did_break, n, best = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, n, best = state
        n = n - 2
        best = n * n if best is None else jnp.maximum(best, n)
        did_break = jnp.where(n < 1, True, did_break)
        return did_break, n, best

    did_break, n, best = lax.while_loop(loop_test, loop_body, (did_break, n, best))
    return best, n
