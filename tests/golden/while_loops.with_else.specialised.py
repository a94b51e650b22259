from jax import lax


def with_else(n):
    def loop_body(n):
        n -= 1
        return n

    n = lax.while_loop(lambda n: n > 2, loop_body, n)
    n = n * 10
    return n
