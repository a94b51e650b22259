from jax import lax


def fibonacci(n):
    a, b = 0, 1

    def loop_body(_, state):
        a, b = state
        return b, a + b

    a, b = lax.fori_loop(0, n, loop_body, (a, b))
    return a
