import jax.numpy as jnp
from jax import lax


class Meter:

    def __init__(self):
        self.total = 0
        self.log = []


def test_acts_in_a_nest(n):
    meter, t = (Meter(), 0)

    def more():
        meter.total = meter.total + 1
        return meter.total < n

    def loop_body(i, state):
        t, meter_total = state
        meter.total = meter_total
        meter.total = 0
        goes_on = more()

        def loop_test(state):
            goes_on, t, meter_total = state
            return jnp.bool_(goes_on)

        def loop_body(state):
            goes_on, t, meter_total = state
            meter.total = meter_total
            t = t + 0.5
            goes_on = more()
            return goes_on, t, meter.total

        goes_on, t, meter.total = lax.while_loop(
            loop_test, loop_body, (goes_on, t, meter.total)
        )
        return t, meter.total

    t, meter.total = lax.fori_loop(
        0, n, loop_body, (jnp.asarray(t, jnp.float32), meter.total)
    )
    return meter.total, t
