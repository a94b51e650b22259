def nested_breaks(n):
    c = 0
    i = 0
    did_break = False

    def loop_body(did_break, i, c):
        j = 0

        def loop_body(j, c):
            c += 1
            j += 1
            return j, c

        j, c = ng.while_(lambda j, c: ng.not_(j > i), loop_body, j, c)

        def if_false(i):
            i += 1
            return did_break, i

        did_break, i = ng.if_(c > 8, lambda i: (True, i), if_false, i)
        return did_break, i, c

    did_break, i, c = ng.while_(
        lambda did_break, i, c: ng.and_(ng.not_(did_break), lambda: i < n),
        loop_body,
        did_break,
        i,
        c,
    )
    return c, i
