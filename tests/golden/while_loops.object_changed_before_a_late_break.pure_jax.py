from jax import lax


def object_changed_before_a_late_break(n):
    def loop_test(state):
        n, meter_total, did_break = state
        return ~did_break

    def loop_body(state):
        n, meter_total, did_break = state
        meter_total = meter_total + n
        n = n - 2
        return n, meter_total, (meter_total > 12) | (n < 0)

    n, meter_total, _ = lax.while_loop(loop_test, loop_body, (n, 0, False))
    return meter_total, n
