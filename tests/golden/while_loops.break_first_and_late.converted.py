def break_first_and_late(n):
    s = 0
    did_break = False

    def loop_body(did_break, n, s):
        def if_false(s, did_break, n):
            s += n

            def if_false(n):
                n -= 1
                return did_break, n

            did_break, n = ng.if_(s % 5 == 4, lambda n: (True, n), if_false, n)
            return s, did_break, n

        s, did_break, n = ng.if_(
            s > 12,
            lambda s, did_break, n: (s, True, n),
            if_false,
            s,
            did_break,
            n,
        )
        return did_break, n, s

    did_break, n, s = ng.while_(
        lambda did_break, n, s: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
        s,
    )

    def if_true(s):
        s += 100
        return s

    s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
    return s, n
