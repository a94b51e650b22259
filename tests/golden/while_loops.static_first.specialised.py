from jax import lax


def static_first(n):
    i = 0
    while i < 3:
        i += 1

    def loop_body(i):
        i += 2
        return i

    i = lax.while_loop(lambda i: i < n, loop_body, i)
    return i
