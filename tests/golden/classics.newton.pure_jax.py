from jax import lax


def newton(x):
    guess = lax.fori_loop(0, 20, lambda _, guess: 0.5 * (guess + x / guess), x)
    return guess
