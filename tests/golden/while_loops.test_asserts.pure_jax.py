import jax
import jax.numpy as jnp
from jax import lax


def raise_failed(failed, *errors):
    if isinstance(failed, jax.core.Tracer):
        jax.debug.callback(raise_failed, failed, *errors)
    elif failed:
        make, *values = errors[int(failed) - 1]
        raise make(*(jnp.asarray(value).item() for value in values))


def test_asserts(x):
    def loop_test(state):
        s, the_condition, failed, message = state
        return the_condition & (failed == 0)

    def loop_body(state):
        s, the_condition, failed, message = state
        s = s + 3
        return s, s < x, jnp.where(s >= 100, 1, 0), s

    s, _, failed, message = lax.while_loop(loop_test, loop_body, (0, x > 0, 0, 0))
    raise_failed(failed, (lambda v0: AssertionError(v0), message))
    return s
