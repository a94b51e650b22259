from jax import lax


def none_before(n):
    last = None

    def loop_body(n):
        last = 1
        n -= 1
        return n

    n = lax.while_loop(lambda n: n > 0, loop_body, n)
    return n
