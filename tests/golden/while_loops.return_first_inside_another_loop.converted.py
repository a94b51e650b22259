def return_first_inside_another_loop(n):
    did_return = False
    s = 0

    def loop_body(i, s, did_return, return_value):
        def loop_body(s):
            s += 3
            return s

        s = ng.while_(lambda s: ng.not_(s > i * 2), loop_body, s)
        did_break = False

        def loop_body(did_break, did_return, s, return_value):
            def if_true(s, did_break):
                return_value = s, i
                return s, return_value, True, did_break

            def if_false(s, did_break):
                s += 1
                did_break = ng.if_(s % 4 == 0, lambda: True, lambda: did_break)
                return s, return_value, did_return, did_break

            s, return_value, did_return, did_break = ng.if_(
                s > 20, if_true, if_false, s, did_break
            )
            return did_break, did_return, s, return_value

        did_break, did_return, s, return_value = ng.while_(
            lambda did_break, did_return, s, return_value: ng.and_(ng.not_(did_break), lambda: ng.not_(did_return)),
            loop_body,
            did_break,
            did_return,
            s,
            return_value,
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return s, did_return, return_value

    s, did_return, return_value = ng.for_(
        ng.call(range, n),
        loop_body,
        s,
        did_return,
        ng.undefined(),
        test=lambda s, did_return, return_value: ng.not_(did_return),
    )
    return ng.if_(ng.not_(did_return), lambda: (s, -1), lambda: return_value)
