import jax.numpy as jnp
from jax import lax


def not_test(n):
    done = False
    i = 0

    def loop_test(state):
        done, i = state
        return jnp.logical_not(done)

    def loop_body(state):
        done, i = state
        i += 1
        done = i >= n
        return done, i

    done, i = lax.while_loop(loop_test, loop_body, (done, i))
    return i
