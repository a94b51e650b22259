def while_true(n):
    s = 0

    def loop_body(s):
        s += 3
        return s

    s = ng.while_(lambda s: ng.not_(s >= n), loop_body, s)
    return s
