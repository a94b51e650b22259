def two_breaks(n):
    s = 0
    did_break = False

    def loop_body(did_break, s, n):
        s += n
        n -= 1

        def if_false(s):
            s += 1
            return did_break, s

        did_break, s = ng.if_(n < 2, lambda s: (True, s), if_false, s)
        return did_break, s, n

    did_break, s, n = ng.while_(
        lambda did_break, s, n: ng.and_(ng.not_(did_break), lambda: s < 100, lambda: ng.not_(n == 4)),
        loop_body,
        did_break,
        s,
        n,
    )
    return s, n
