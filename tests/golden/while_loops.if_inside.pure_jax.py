import jax.numpy as jnp
from jax import lax


def if_inside(n):
    def loop_test(state):
        n, a, b = state
        return n > 0

    def loop_body(state):
        n, a, b = state

        def if_false():
            test = n % 3 == 1
            return jnp.where(test, a, b), jnp.where(test, b + n, a)

        a, b = lax.cond(n % 3 == 0, lambda: (a + n, b), if_false)
        n = n - 1
        return n, a, b

    _, a, b = lax.while_loop(loop_test, loop_body, (n, 0, 0))
    return a, b
