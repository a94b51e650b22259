def break_in_nested_ifs(n):
    s = 0
    did_break = False

    def loop_body(i, s, did_break):
        def if_true(s, did_break):
            def if_true(s, did_break):
                def if_false(s):
                    s += 2
                    return s, did_break

                return ng.if_(s > 3, lambda s: (s, True), if_false, s)

            return ng.if_(
                i > n,
                if_true,
                lambda s, did_break: (s, did_break),
                s,
                did_break,
            )

        s, did_break = ng.if_(
            i > 2,
            if_true,
            lambda s, did_break: (s, did_break),
            s,
            did_break,
        )

        def if_true(s):
            s += 1
            return s

        s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
        return s, did_break

    s, did_break = ng.for_(
        range(10), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s
