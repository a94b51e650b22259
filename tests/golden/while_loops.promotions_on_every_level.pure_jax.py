import jax.numpy as jnp
from jax import lax


def promotions_on_every_level(n):
    def loop_body(i, total):
        def loop_body(j, row):
            cell = lax.fori_loop(
                0,
                n,
                lambda _, cell: cell + 0.5 * jnp.float32(i + j),
                0.0,
            )
            return row + cell

        row = lax.fori_loop(0, n, loop_body, 0.0)
        return total + row

    total = lax.fori_loop(0, n, loop_body, 0.0)
    return total
