import jax.numpy as jnp
from jax import lax


def only_a_break(n):
    def loop_test(_):
        return jnp.logical_not(n < 100)

    def loop_body(_):
        pass
        return None

    lax.while_loop(loop_test, loop_body, None)
    return n
