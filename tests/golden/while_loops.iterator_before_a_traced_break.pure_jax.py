import jax.numpy as jnp
from jax import lax


def iterator_before_a_traced_break(x):
    def loop_test(state):
        did_break, s = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, s = state
        s = s + 2
        return (s > 7) | did_break, s

    s = lax.while_loop(loop_test, loop_body, (False, x))[-1]
    return s, 2
