def late_breaks_nested(n):
    i = s = 0
    did_break_2 = False

    def loop_body(did_break_2, s, i):
        j = 0
        did_break_1 = False

        def loop_body(did_break_1, s, j):
            k = 0
            did_break = False

            def loop_body(did_break, s, k):
                s = s + k * j + i
                k += 1
                did_break = ng.if_(k >= n, lambda: True, lambda: did_break)
                return did_break, s, k

            did_break, s, k = ng.while_(
                lambda did_break, s, k: ng.not_(did_break),
                loop_body,
                did_break,
                s,
                k,
            )
            j += 1
            did_break_1 = ng.if_(j > k, lambda: True, lambda: did_break_1)
            return did_break_1, s, j

        did_break_1, s, j = ng.while_(
            lambda did_break_1, s, j: ng.not_(did_break_1),
            loop_body,
            did_break_1,
            s,
            j,
        )
        i += 1
        did_break_2 = ng.if_(i >= n, lambda: True, lambda: did_break_2)
        return did_break_2, s, i

    did_break_2, s, i = ng.while_(
        lambda did_break_2, s, i: ng.not_(did_break_2),
        loop_body,
        did_break_2,
        s,
        i,
    )
    return s, i
