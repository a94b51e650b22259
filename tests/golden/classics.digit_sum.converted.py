def digit_sum(n):
    s = 0

    def loop_body(n, s):
        n, digit = ng.call(divmod, n, 10)
        s += digit
        return n, s

    n, s = ng.while_(lambda n, s: n, loop_body, n, s)
    return s
