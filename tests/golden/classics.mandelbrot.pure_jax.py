from jax import lax


def mandelbrot(c):
    def loop_test(state):
        z, n = state
        return (n < 30) & (z * z < 4.0)

    def loop_body(state):
        z, n = state
        z = z * z + c
        n = n + 1
        return z, n

    n = lax.while_loop(loop_test, loop_body, (0.0, 0))[-1]
    return n
