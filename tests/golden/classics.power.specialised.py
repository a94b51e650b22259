from jax import lax


def power(base, exponent):
    result = 1

    def loop_test(state):
        exponent, result, base = state
        return exponent > 0

    def loop_body(state):
        exponent, result, base = state
        result = lax.cond(
            exponent & 1,
            lambda result: result * base,
            lambda result: result,
            result,
        )
        base = base * base
        exponent >>= 1
        return exponent, result, base

    exponent, result, base = lax.while_loop(
        loop_test, loop_body, (exponent, result, base)
    )
    return result
