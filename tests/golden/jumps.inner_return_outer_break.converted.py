def inner_return_outer_break(n, m):
    did_return = False
    s = 0
    did_break = False

    def loop_body(i, s, return_value, did_return, did_break):
        def loop_body(j, s, return_value, did_return):
            s += 1

            def if_true():
                return_value = -s
                return return_value, True

            return_value, did_return = ng.if_(
                s == 20,
                if_true,
                lambda: (return_value, did_return),
            )
            return s, return_value, did_return

        s, return_value, did_return = ng.for_(
            ng.call(range, m), loop_body, s, return_value, did_return, test=lambda s, return_value, did_return: ng.not_(did_return)
        )

        def if_true(did_break):
            return ng.if_(s > 12, lambda: True, lambda: did_break)

        did_break = ng.if_(
            ng.not_(did_return),
            if_true,
            lambda did_break: did_break,
            did_break,
        )
        return s, return_value, did_return, did_break

    s, return_value, did_return, did_break = ng.for_(
        ng.call(range, n),
        loop_body,
        s,
        ng.undefined(),
        did_return,
        did_break,
        test=lambda s, return_value, did_return, did_break: ng.and_(ng.not_(did_break), lambda: ng.not_(did_return)),
    )
    return ng.if_(ng.not_(did_return), lambda: s, lambda: return_value)
