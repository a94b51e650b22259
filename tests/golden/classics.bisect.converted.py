def bisect(v, x):
    lo = 0
    hi = ng.call(len, v)

    def loop_body(lo, hi):
        mid = (lo + hi) // 2

        def if_true():
            lo = mid + 1
            return lo, hi

        return ng.if_(v[mid] < x, if_true, lambda: (lo, mid))

    lo, hi = ng.while_(lambda lo, hi: lo < hi, loop_body, lo, hi)
    return lo
