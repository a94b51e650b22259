def object_changed_before_a_late_break(n):
    meter = ng.call(Meter)
    did_break = False

    def loop_body(did_break, n):
        meter.total = meter.total + n
        n = n - 2

        def if_false(did_break):
            return ng.if_(n < 0, lambda: True, lambda: did_break)

        did_break = ng.if_(
            meter.total > 12,
            lambda did_break: True,
            if_false,
            did_break,
        )
        return did_break, n

    did_break, n = ng.while_(
        lambda did_break, n: ng.not_(did_break),
        loop_body,
        did_break,
        n,
    )
    return meter.total, n
