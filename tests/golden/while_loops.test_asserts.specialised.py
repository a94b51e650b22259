import jax
import jax.numpy as jnp
from jax import lax


def raise_unless(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_unless(condition, error), condition)
    elif not condition:
        raise error


def test_asserts(x):
    s = 0

    def below(a):
        raise_unless(a < 100, AssertionError(a))
        return a < x

    def loop_body(s):
        return s + 3

    s = lax.while_loop(lambda s: jnp.bool_(below(s)), loop_body, s)
    return s
