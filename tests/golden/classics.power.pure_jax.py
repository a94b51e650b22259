from jax import lax


def power(base, exponent):
    def loop_test(state):
        exponent, result, base = state
        return exponent > 0

    def loop_body(state):
        exponent, result, base = state
        result = lax.cond(exponent & 1 != 0, lambda: result * base, lambda: result)
        base = base * base
        exponent = exponent >> 1
        return exponent, result, base

    result = lax.while_loop(loop_test, loop_body, (exponent, 1, base))[1]
    return result
