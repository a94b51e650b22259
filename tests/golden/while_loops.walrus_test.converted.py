def walrus_test(n):
    s = 0
    did_break = False

    def loop_body(did_break, m, n, s):
        def if_false(n, s):
            s += m
            n -= 1
            return n, did_break, s

        n, did_break, s = ng.if_(
            ng.not_((m := (n - 1)) > 0),
            lambda n, s: (n, True, s),
            if_false,
            n,
            s,
        )
        return did_break, m, n, s

    did_break, m, n, s = ng.while_(
        lambda did_break, m, n, s: ng.not_(did_break),
        loop_body,
        did_break,
        ng.undefined('m'),
        n,
        s,
    )
    return s, ng.defined(m)
