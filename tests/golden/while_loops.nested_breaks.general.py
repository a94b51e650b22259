def nested_breaks(n):
    c = 0
    i = 0
    did_break_1 = False

    def loop_body(did_break_1, i, c):
        j = 0
        did_break = False

        def loop_body(did_break, j, c):
            def if_false(j, c):
                c += 1
                j += 1
                return j, did_break, c

            j, did_break, c = ng.if_(j > i, lambda j, c: (j, True, c), if_false, j, c)
            return did_break, j, c

        did_break, j, c = ng.while_(
            lambda did_break, j, c: ng.not_(did_break),
            loop_body,
            did_break,
            j,
            c,
        )

        def if_false(i):
            i += 1
            return did_break_1, i

        did_break_1, i = ng.if_(c > 8, lambda i: (True, i), if_false, i)
        return did_break_1, i, c

    did_break_1, i, c = ng.while_(
        lambda did_break_1, i, c: ng.and_(ng.not_(did_break_1), lambda: i < n),
        loop_body,
        did_break_1,
        i,
        c,
    )
    return c, i
