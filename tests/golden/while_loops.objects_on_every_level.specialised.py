from jax import lax


class Meter:

    def __init__(self):
        self.total = 0
        self.log = []


def objects_on_every_level(n):
    outer = Meter()

    def loop_body(i, outer_total):
        outer.total = outer_total
        inner = Meter()

        def loop_body(j, inner_total):
            inner.total = inner_total
            deep = Meter()

            def loop_body(k, deep_total):
                return deep_total + i + j * k

            deep.total = lax.fori_loop(0, n, loop_body, deep.total)
            inner.total = inner.total + deep.total
            return inner.total

        inner.total = lax.fori_loop(0, n, loop_body, inner.total)
        outer.total = outer.total + inner.total
        return outer.total

    outer.total = lax.fori_loop(0, n, loop_body, outer.total)
    return outer.total
