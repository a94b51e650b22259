from jax import lax


def objects_on_every_level(n):
    def loop_body(i, outer_total):
        def loop_body(j, inner_total):
            deep_total = lax.fori_loop(
                0,
                n,
                lambda k, deep_total: deep_total + i + j * k,
                0,
            )
            return inner_total + deep_total

        inner_total = lax.fori_loop(0, n, loop_body, 0)
        return outer_total + inner_total

    outer_total = lax.fori_loop(0, n, loop_body, 0)
    return outer_total
