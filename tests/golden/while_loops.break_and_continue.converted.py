def break_and_continue(n):
    s = 0
    did_break = False

    def loop_body(did_break, n, s):
        n -= 1

        def if_true(did_break, s):
            def if_false(s):
                s += n
                return did_break, s

            return ng.if_(n == 4, lambda s: (True, s), if_false, s)

        did_break, s = ng.if_(
            ng.not_(n % 2),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )
        return did_break, n, s

    did_break, n, s = ng.while_(
        lambda did_break, n, s: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
        s,
    )
    return s
