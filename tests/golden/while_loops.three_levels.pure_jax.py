from jax import lax


def three_levels(n):
    def loop_body(_, c):
        return lax.fori_loop(
            0,
            n,
            lambda _, c: lax.fori_loop(0, n, lambda _, c: c + 1, c),
            c,
        )

    c = lax.fori_loop(0, n, loop_body, 0)
    return c
