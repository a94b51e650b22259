def test_acts_in_a_nest(n):
    meter, t = (ng.call(Meter), 0)

    def more():
        meter.total = meter.total + 1
        return meter.total < n

    def loop_body(i, t):
        meter.total = 0

        def loop_body(t):
            return t + 0.5

        return ng.while_(lambda t: ng.call(more), loop_body, t)

    t = ng.for_(ng.call(range, n), loop_body, t)
    return meter.total, t
