from jax import lax


def gcd(a, b):
    def loop_test(state):
        b, a = state
        return b != 0

    def loop_body(state):
        b, a = state
        return a % b, b

    a = lax.while_loop(loop_test, loop_body, (b, a))[-1]
    return a
