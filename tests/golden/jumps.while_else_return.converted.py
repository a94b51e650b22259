def while_else_return(n):
    did_return = False

    def loop_body(did_return, n, return_value):
        def if_true(n):
            return_value = -3
            return n, return_value, True

        def if_false(n):
            n -= 1
            return n, return_value, did_return

        n, return_value, did_return = ng.if_(n == 3, if_true, if_false, n)
        return did_return, n, return_value

    did_return, n, return_value = ng.while_(
        lambda did_return, n, return_value: ng.and_(ng.not_(did_return), lambda: n > 0),
        loop_body,
        did_return,
        n,
        ng.undefined(),
    )

    def if_true():
        return ng.if_(n == 0, lambda: 100, lambda: n)

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)
