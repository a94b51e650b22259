def loop_always_breaks(n):
    s = 0
    did_break = False

    def loop_body(i, s, did_break):
        s += 1
        return s, True

    s, did_break = ng.for_(
        ng.call(range, n), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s
