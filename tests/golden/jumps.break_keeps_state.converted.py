def break_keeps_state(n):
    s = 0
    did_break = False

    def loop_body(item, i, did_break, s):
        i = item

        def if_false(s):
            s += i
            return did_break, s

        did_break, s = ng.if_(i > n, lambda s: (True, s), if_false, s)
        return i, did_break, s

    i, did_break, s = ng.for_(
        range(12), loop_body, ng.undefined('i'), did_break, s, test=lambda i, did_break, s: ng.not_(did_break)
    )
    s += 1000
    return s, ng.defined(i)
