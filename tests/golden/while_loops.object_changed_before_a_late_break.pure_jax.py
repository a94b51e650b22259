import jax.numpy as jnp
from jax import lax


def object_changed_before_a_late_break(n):
    def loop_test(state):
        did_break, n, meter_total = state
        return jnp.logical_not(did_break)

    def loop_body(state):
        did_break, n, meter_total = state
        value = meter_total + n
        n = n - 2
        return (value > 12) | ((n < 0) | did_break), n, value

    _, n, meter_total = lax.while_loop(loop_test, loop_body, (False, n, 0))
    return meter_total, n
