def while_return_deep(n):
    did_return = False
    s = 0

    def loop_body(did_return, n, return_value, s):
        def if_true(return_value, s, did_return):
            def if_false(s):
                s += 1
                return return_value, s, did_return

            return ng.if_(n < 5, lambda s: (s, s, True), if_false, s)

        return_value, s, did_return = ng.if_(
            n % 2 == 0,
            if_true,
            lambda return_value, s, did_return: (return_value, s, did_return),
            return_value,
            s,
            did_return,
        )

        def if_true(n):
            n -= 1
            return n

        n = ng.if_(ng.not_(did_return), if_true, lambda n: n, n)
        return did_return, n, return_value, s

    did_return, n, return_value, s = ng.while_(
        lambda did_return, n, return_value, s: ng.and_(ng.not_(did_return), lambda: n > 0),
        loop_body,
        did_return,
        n,
        ng.undefined(),
        s,
    )

    def if_true():
        return -s

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)
