def none_before(n):
    last = None

    def loop_body(n):
        last = 1
        n -= 1
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return n
