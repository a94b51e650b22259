from jax import lax


def test_and_body_change_one_object(n):
    def loop_test(state):
        the_condition, meter_total = state
        return the_condition

    def loop_body(state):
        the_condition, meter_total = state
        value = meter_total + 10 + 1
        return value < n, value

    meter_total = lax.while_loop(loop_test, loop_body, (n > 1, 1))[-1]
    return meter_total
