def with_else(n):
    def loop_body(n):
        n -= 1
        return n

    n = ng.while_(lambda n: n > 2, loop_body, n)
    n = n * 10
    return n
