from jax import lax


def nested(n):
    def if_true(n):
        def loop_body(n):
            n += 1
            return n

        return lax.while_loop(lambda n: n < 5, loop_body, n)

    n = lax.cond(n >= 0, if_true, lambda n: n, n)
    return n
