from jax import lax


def chain_of_promotions_inside(n):
    def loop_body(_, state):
        a, b, c = state

        def loop_body(_, state):
            a, b, c = state
            return b, c, c + 0.5

        a, b, c = lax.fori_loop(0, n, loop_body, (a, b, c))
        a = a + 1
        return a, b, c

    a, b, c = lax.fori_loop(0, n, loop_body, (0.0, 0.0, 0.0))
    return a, b, c
