from jax import lax


def unused_state(n):
    k = 3

    def loop_body(n):
        n -= 1
        return n

    n = lax.while_loop(lambda n: n > 0, loop_body, n)
    return k
