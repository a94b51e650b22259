from jax import lax


def mandelbrot(c):
    def loop_test(state):
        n, z = state
        return (n < 30) & (z * z < 4.0)

    def loop_body(state):
        n, z = state
        z = z * z + c
        n = n + 1
        return n, z

    n = lax.while_loop(loop_test, loop_body, (0, 0.0))[0]
    return n
