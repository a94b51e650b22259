def object_changed_in_python_rounds(x):
    meter, k = (ng.call(Meter), 0)
    did_break = False

    def loop_body(did_break, k):
        ng.call(meter.log.append, x * k)
        meter.total += 1
        k += 1
        did_break = ng.if_(k >= 3, lambda: True, lambda: did_break)
        return did_break, k

    did_break, k = ng.while_(
        lambda did_break, k: ng.not_(did_break),
        loop_body,
        did_break,
        k,
    )
    return meter.total, ng.call(sum, meter.log)
