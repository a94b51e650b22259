from jax import lax


def test_acts_in_a_nest(n):
    def loop_body(_, state):
        meter_total, t = state

        def loop_test(state):
            meter_total, t, the_condition = state
            return the_condition

        def loop_body(state):
            meter_total, t, the_condition = state
            t = t + 0.5
            meter_total = meter_total + 1
            return meter_total, t, meter_total < n

        meter_total, t, _ = lax.while_loop(loop_test, loop_body, (1, t, n > 1))
        return meter_total, t

    meter_total, t = lax.fori_loop(0, n, loop_body, (0, 0.0))
    return meter_total, t
