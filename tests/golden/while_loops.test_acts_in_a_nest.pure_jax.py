from jax import lax


def test_acts_in_a_nest(n):
    def loop_body(_, state):
        t, meter_total = state

        def loop_test(state):
            the_condition, t, meter_total = state
            return the_condition

        def loop_body(state):
            the_condition, t, meter_total = state
            t = t + 0.5
            value = meter_total + 1
            return value < n, t, value

        _, t, meter_total = lax.while_loop(loop_test, loop_body, (n > 1, t, 1))
        return t, meter_total

    t, meter_total = lax.fori_loop(0, n, loop_body, (0.0, 0))
    return meter_total, t
