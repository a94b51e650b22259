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
        the_condition, s, failed, message = state
        return the_condition & (failed == 0)

    def loop_body(state):
        the_condition, s, failed, message = state
        s = s + 3
        test = (failed == 0) & (s >= 100)
        return s < x, s, jnp.where(test, 1, failed), jnp.where(test, s, message)

    _, s, failed, message = lax.while_loop(loop_test, loop_body, (x > 0, 0, 0, 0))
    raise_failed(failed, (lambda v0: AssertionError(v0), message))
    return s
