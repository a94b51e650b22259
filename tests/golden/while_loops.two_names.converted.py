def two_names(n):
    a = b = 0

    def loop_body(n, a, b):
        a += n
        b += 1
        n -= 1
        return n, a, b

    n, a, b = ng.while_(lambda n, a, b: n > 0, loop_body, n, a, b)
    return a, b
