def countdown(n):
    def loop_body(n):
        n -= 1
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return n
