import jax.numpy as jnp
from jax import lax


class Meter:

    def __init__(self):
        self.total = 0
        self.log = []


def test_and_body_change_one_object(n):
    meter = Meter()

    def more():
        meter.total = meter.total + 1
        return meter.total < n

    goes_on = more()

    def loop_test(state):
        goes_on, meter_total = state
        return jnp.bool_(goes_on)

    def loop_body(state):
        goes_on, meter_total = state
        meter.total = meter_total
        meter.total = meter.total + 10
        goes_on = more()
        return goes_on, meter.total

    goes_on, meter.total = lax.while_loop(loop_test, loop_body, (goes_on, meter.total))
    return meter.total
