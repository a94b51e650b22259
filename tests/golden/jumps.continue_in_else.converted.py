def continue_in_else(n):
    s = 0

    def loop_body(i, s):
        def if_true(s):
            s += 1
            s += 10
            return s

        return ng.if_(i < n, if_true, lambda s: s, s)

    s = ng.for_(range(12), loop_body, s)
    return s
