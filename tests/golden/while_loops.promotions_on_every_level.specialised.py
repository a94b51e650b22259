import jax.numpy as jnp
from jax import lax


def promotions_on_every_level(n):
    total = 0

    def loop_body(i, total):
        row = 0

        def loop_body(j, row):
            cell = 0
            k = 0

            def loop_test(state):
                k, cell = state
                return k < n

            def loop_body(state):
                k, cell = state
                cell = cell + 0.5 * (i + j)
                k += 1
                return k, cell

            k, cell = lax.while_loop(
                loop_test, loop_body, (k, jnp.asarray(cell, jnp.float32))
            )
            return row + cell

        row = lax.fori_loop(0, n, loop_body, jnp.asarray(row, jnp.float32))
        return total + row

    total = lax.fori_loop(0, n, loop_body, jnp.asarray(total, jnp.float32))
    return total
