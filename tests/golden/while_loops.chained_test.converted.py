def chained_test(n):
    def loop_body(n):
        n += 2
        return n

    n = ng.while_(lambda n: ng.and_(0 < n, lambda: n < 10), loop_body, n)
    return n
