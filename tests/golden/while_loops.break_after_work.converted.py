def break_after_work(n):
    s = 0
    did_break = False

    def loop_body(did_break, n, s):
        n -= 1
        s += n

        def if_false(s):
            s += 100
            return did_break, s

        did_break, s = ng.if_(n < 3, lambda s: (True, s), if_false, s)
        return did_break, n, s

    did_break, n, s = ng.while_(
        lambda did_break, n, s: ng.not_(did_break),
        loop_body,
        did_break,
        n,
        s,
    )
    return s
