def root_by_halving(y, hi):
    lo = 0.0

    def loop_body(hi, lo):
        mid = (lo + hi) / 2
        return ng.if_(mid * mid * mid > y, lambda: (mid, lo), lambda: (hi, mid))

    hi, lo = ng.while_(lambda hi, lo: ng.not_(hi - lo < 0.001), loop_body, hi, lo)
    return jnp.round(lo, 1)
