def continue_in_while_true(n):
    i = 0
    s = 0
    did_break = False

    def loop_body(did_break, i, s):
        i += 1

        def if_true(did_break, s):
            def if_false(s):
                s += i
                return did_break, s

            return ng.if_(i > n, lambda s: (True, s), if_false, s)

        did_break, s = ng.if_(
            ng.not_(i % 2),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )
        return did_break, i, s

    did_break, i, s = ng.while_(
        lambda did_break, i, s: ng.not_(did_break),
        loop_body,
        did_break,
        i,
        s,
    )
    return s, i
