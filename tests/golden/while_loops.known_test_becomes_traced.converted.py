def known_test_becomes_traced(n):
    s = k = 0

    def loop_body(s, k):
        def loop_body(i, s):
            return s + i

        s = ng.for_(ng.call(range, n), loop_body, s)
        k += 1
        return s, k

    s, k = ng.while_(lambda s, k: ng.and_(s < 7, lambda: k < 20), loop_body, s, k)
    return s, k
