def tuple_grows(n):
    t = ()

    def loop_body(n, t):
        t = t + (n,)
        n -= 1
        return n, t

    n, t = ng.while_(lambda n, t: n > 0, loop_body, n, t)
    return t
