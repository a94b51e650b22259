def while_true(n):
    s = 0
    did_break = False

    def loop_body(did_break, s):
        def if_false(s):
            s += 3
            return s, did_break

        s, did_break = ng.if_(s >= n, lambda s: (s, True), if_false, s)
        return did_break, s

    did_break, s = ng.while_(
        lambda did_break, s: ng.not_(did_break),
        loop_body,
        did_break,
        s,
    )
    return s
