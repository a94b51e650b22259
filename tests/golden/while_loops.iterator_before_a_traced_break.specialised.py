import jax.numpy as jnp
from jax import lax


def iterator_before_a_traced_break(x):
    draw = iter([x, 2, 3, 4])
    s = next(draw)
    did_break = False

    def loop_test(state):
        did_break, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, s = state
        s = s + 2
        did_break = jnp.where(s > 7, True, did_break)
        return did_break, s

    did_break, s = lax.while_loop(loop_test, loop_body, (did_break, s))
    return s, next(draw)
