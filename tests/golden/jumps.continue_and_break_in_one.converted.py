def continue_and_break_in_one(n):
    s = 0
    did_break = False

    def loop_body(i, did_break, s):
        def if_true(did_break, s):
            def if_false(s):
                s += 1
                s += 10
                return did_break, s

            return ng.if_(i > n, lambda s: (True, s), if_false, s)

        return ng.if_(
            ng.not_(i % 3 == 0),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )

    did_break, s = ng.for_(
        range(12), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s
