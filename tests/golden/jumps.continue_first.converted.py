def continue_first(n):
    s = 0

    def loop_body(i, s):
        def if_true(s):
            s += i
            return s

        return ng.if_(ng.not_(i < n), if_true, lambda s: s, s)

    s = ng.for_(range(12), loop_body, s)
    return s
