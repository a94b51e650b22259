def after_if(n):
    k = ng.if_(n > 2, lambda: 2, lambda: 1)

    def loop_body(n):
        n -= k
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return n
