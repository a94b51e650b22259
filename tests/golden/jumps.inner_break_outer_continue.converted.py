def inner_break_outer_continue(n, m):
    s = 0

    def loop_body(i, s):
        did_break = False

        def loop_body(j, did_break, s):
            def if_false(s):
                s += 1
                return did_break, s

            return ng.if_(j == 2, lambda s: (True, s), if_false, s)

        did_break, s = ng.for_(
            ng.call(range, m), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
        )

        def if_true(s):
            s += 100
            return s

        def if_false(s):
            s += 10
            return s

        return ng.if_(ng.not_(did_break), if_true, if_false, s)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s
