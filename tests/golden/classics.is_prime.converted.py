def is_prime(n):
    did_return = False

    def if_false(did_return):
        d = 2

        def loop_body(did_return, d, return_value):
            def if_false(d):
                d += 1
                return d, return_value, did_return

            d, return_value, did_return = ng.if_(
                n % d == 0,
                lambda d: (d, False, True),
                if_false,
                d,
            )
            return did_return, d, return_value

        did_return, d, return_value = ng.while_(
            lambda did_return, d, return_value: ng.and_(ng.not_(did_return), lambda: d * d <= n),
            loop_body,
            did_return,
            d,
            ng.undefined(),
        )
        return ng.if_(ng.not_(did_return), lambda: True, lambda: return_value)

    return ng.if_(n < 2, lambda did_return: False, if_false, did_return)
