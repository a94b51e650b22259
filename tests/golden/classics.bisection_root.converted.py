def bisection_root(lo, hi):
    def loop_body(hi, lo):
        mid = (lo + hi) / 2
        return ng.if_(mid * mid > 2.0, lambda: (mid, lo), lambda: (hi, mid))

    hi, lo = ng.while_(lambda hi, lo: hi - lo > 0.001, loop_body, hi, lo)
    return lo
