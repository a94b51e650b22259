def with_continue(n):
    s = 0

    def loop_body(n, s):
        n -= 1

        def if_true(s):
            s += n
            return s

        s = ng.if_(ng.not_(n % 2), if_true, lambda s: s, s)
        return n, s

    n, s = ng.while_(lambda n, s: n > 0, loop_body, n, s)
    return s
