def name_only_inside(n):
    s = 0

    def loop_body(n, s):
        t = n * 2
        s += t
        n -= 1
        return n, s

    n, s = ng.while_(lambda n, s: n > 0, loop_body, n, s)
    return s
