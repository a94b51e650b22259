def newton(x):
    guess = x

    def loop_body(_, guess):
        return 0.5 * (guess + x / guess)

    guess = ng.for_(range(20), loop_body, guess)
    return guess
