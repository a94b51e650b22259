from jax import lax


def power(base, exponent):
    def loop_test(state):
        base, exponent, result = state
        return exponent > 0

    def loop_body(state):
        base, exponent, result = state
        result = lax.cond(exponent & 1 != 0, lambda: result * base, lambda: result)
        base = base * base
        exponent = exponent >> 1
        return base, exponent, result

    result = lax.while_loop(loop_test, loop_body, (base, exponent, 1))[-1]
    return result
