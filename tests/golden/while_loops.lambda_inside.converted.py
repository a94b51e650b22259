def lambda_inside(n):
    s = 0

    def loop_body(s):
        nonlocal n
        f = lambda a: a + n
        s = ng.call(f, s)
        n -= 1
        return s

    s = ng.while_(lambda s: n > 0, loop_body, s)
    return s
