def test_and_body_change_one_object(n):
    meter = ng.call(Meter)

    def more():
        meter.total = meter.total + 1
        return meter.total < n

    def loop_body():
        meter.total = meter.total + 10

    ng.while_(lambda: ng.call(more), loop_body)
    return meter.total
