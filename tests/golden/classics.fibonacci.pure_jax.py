from jax import lax


def fibonacci(n):
    def loop_body(_, state):
        a, b = state
        return b, a + b

    a = lax.fori_loop(0, n, loop_body, (0, 1))[0]
    return a
