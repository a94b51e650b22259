def kadane(v):
    best = v[0]
    current = v[0]

    def loop_body(x, current, best):
        current = ng.call(max, x, current + x)
        best = ng.call(max, best, current)
        return current, best

    current, best = ng.for_(v[1:], loop_body, current, best)
    return best
