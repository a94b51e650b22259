from jax import lax


def newton(x):
    guess = x

    def loop_body(_, guess):
        return 0.5 * (guess + x / guess)

    guess = lax.fori_loop(0, 20, loop_body, guess)
    return guess
