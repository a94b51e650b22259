import jax.numpy as jnp
from jax import lax


class Meter:

    def __init__(self):
        self.total = 0
        self.log = []


def object_changed_before_a_late_break(n):
    meter = Meter()
    did_break = False

    def loop_test(state):
        did_break, n, meter_total = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, n, meter_total = state
        meter_total = meter_total + n
        n = n - 2
        did_break = jnp.where(meter_total > 12, True, jnp.where(n < 0, True, did_break))
        return did_break, n, meter_total

    did_break, n, meter.total = lax.while_loop(
        loop_test, loop_body, (did_break, n, meter.total)
    )
    return meter.total, n
