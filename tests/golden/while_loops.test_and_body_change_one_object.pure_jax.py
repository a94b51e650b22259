from jax import lax


def test_and_body_change_one_object(n):
    def loop_test(state):
        meter_total, the_condition = state
        return the_condition

    def loop_body(state):
        meter_total, the_condition = state
        meter_total = meter_total + 10 + 1
        return meter_total, meter_total < n

    meter_total = lax.while_loop(loop_test, loop_body, (1, n > 1))[0]
    return meter_total
