def and_test(n):
    i = 0

    def loop_body(i):
        i += 1
        return i

    i = ng.while_(lambda i: ng.and_(i < 10, lambda: i * i < n * n), loop_body, i)
    return i
