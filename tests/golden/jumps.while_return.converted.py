def while_return(n):
    did_return = False

    def loop_body(did_return, n, return_value):
        def if_false(n):
            n -= 2
            return n, return_value, did_return

        n, return_value, did_return = ng.if_(
            n == 3,
            lambda n: (n, 33, True),
            if_false,
            n,
        )
        return did_return, n, return_value

    did_return, n, return_value = ng.while_(
        lambda did_return, n, return_value: ng.and_(ng.not_(did_return), lambda: n > 0),
        loop_body,
        did_return,
        n,
        ng.undefined(),
    )
    return ng.if_(ng.not_(did_return), lambda: n, lambda: return_value)
