def name_after(n):
    def loop_body(n, t):
        t = n
        n -= 1
        return n, t

    n, t = ng.while_(lambda n, t: n > 0, loop_body, n, ng.undefined('t'))
    return ng.defined(t)
