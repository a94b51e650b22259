import jax.numpy as jnp
from jax import lax


def else_and_break(n):
    did_break = False

    def loop_test(state):
        did_break, n = state
        return jnp.logical_and(jnp.logical_not(did_break), n > 0)

    def loop_body(state):
        did_break, n = state

        def if_false(n):
            n = n - 1
            return n, did_break

        n, did_break = lax.cond(n == 3, lambda n: (n, True), if_false, n)
        return did_break, n

    did_break, n = lax.while_loop(loop_test, loop_body, (did_break, n))
    n = jnp.where(jnp.logical_not(did_break), 100, n)
    return n
