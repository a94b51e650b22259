def power(base, exponent):
    result = 1

    def loop_body(exponent, result, base):
        def if_true(result):
            return result * base

        result = ng.if_(exponent & 1, if_true, lambda result: result, result)
        base = base * base
        exponent >>= 1
        return exponent, result, base

    exponent, result, base = ng.while_(
        lambda exponent, result, base: exponent > 0,
        loop_body,
        exponent,
        result,
        base,
    )
    return result
