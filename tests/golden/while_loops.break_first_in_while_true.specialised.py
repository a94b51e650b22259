import jax.numpy as jnp
from jax import lax


def break_first_in_while_true(n):
    steps = 0

    def loop_test(state):
        n, steps = state
        return jnp.logical_not(n <= 1)

    def loop_body(state):
        n, steps = state
        n = lax.cond(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1)
        steps += 1
        return n, steps

    n, steps = lax.while_loop(loop_test, loop_body, (n, steps))
    return steps
