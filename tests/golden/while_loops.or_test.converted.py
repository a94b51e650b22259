def or_test(n):
    i = 0

    def loop_body(i):
        i += 1
        return i

    i = ng.while_(lambda i: ng.or_(i < n, lambda: i < 2), loop_body, i)
    return i
