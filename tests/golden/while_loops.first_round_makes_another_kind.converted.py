def first_round_makes_another_kind(n):
    best = None
    did_break = False

    def loop_body(did_break, n, best):
        n = n - 2
        best = ng.if_(ng.is_(best, None), lambda: n * n, lambda: ng.call(max, best, n))
        did_break = ng.if_(n < 1, lambda: True, lambda: did_break)
        return did_break, n, best

    did_break, n, best = ng.while_(
        lambda did_break, n, best: ng.not_(did_break),
        loop_body,
        did_break,
        n,
        best,
    )
    return best, n
