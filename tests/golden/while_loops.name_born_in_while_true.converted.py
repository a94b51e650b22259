def name_born_in_while_true(n):
    did_break = False

    def loop_body(did_break, half, n):
        half = n // 2
        n = n - 3
        did_break = ng.if_(n < half, lambda: True, lambda: did_break)
        return did_break, half, n

    did_break, half, n = ng.while_(
        lambda did_break, half, n: ng.not_(did_break),
        loop_body,
        did_break,
        ng.undefined('half'),
        n,
    )
    return ng.defined(half), n
