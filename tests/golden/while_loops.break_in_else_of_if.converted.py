def break_in_else_of_if(n):
    s = 0
    did_break = False

    def loop_body(did_break, n, s):
        def if_true(s, n):
            s += n
            n -= 1
            return s, n, did_break

        s, n, did_break = ng.if_(s < 5, if_true, lambda s, n: (s, n, True), s, n)
        return did_break, n, s

    did_break, n, s = ng.while_(
        lambda did_break, n, s: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
        s,
    )
    return s, n
