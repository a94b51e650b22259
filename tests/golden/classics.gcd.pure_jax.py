from jax import lax


def gcd(a, b):
    def loop_test(state):
        a, b = state
        return b != 0

    def loop_body(state):
        a, b = state
        return b, a % b

    a = lax.while_loop(loop_test, loop_body, (a, b))[0]
    return a
