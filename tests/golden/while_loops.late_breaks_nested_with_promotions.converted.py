def late_breaks_nested_with_promotions(n):
    i = s = 0
    did_break_1 = False

    def loop_body(did_break_1, s, i):
        j = t = 0
        did_break = False

        def loop_body(did_break, t, j):
            t = t + j * 0.5
            j += 1
            did_break = ng.if_(j > n, lambda: True, lambda: did_break)
            return did_break, t, j

        did_break, t, j = ng.while_(
            lambda did_break, t, j: ng.not_(did_break),
            loop_body,
            did_break,
            t,
            j,
        )
        s = s + t
        i += 1
        did_break_1 = ng.if_(i >= n, lambda: True, lambda: did_break_1)
        return did_break_1, s, i

    did_break_1, s, i = ng.while_(
        lambda did_break_1, s, i: ng.not_(did_break_1),
        loop_body,
        did_break_1,
        s,
        i,
    )
    return s, i
