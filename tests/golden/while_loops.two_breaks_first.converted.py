def two_breaks_first(n):
    s = 0

    def loop_body(n, s):
        s += 2
        n += 3
        return n, s

    n, s = ng.while_(
        lambda n, s: ng.and_(n < 40, lambda: ng.not_(n % 7 == 6), lambda: ng.not_(s > 9)),
        loop_body,
        n,
        s,
    )
    return s, n
