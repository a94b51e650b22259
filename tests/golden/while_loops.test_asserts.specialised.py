import jax
import jax.numpy as jnp
from jax import lax


def raise_unless(condition, message):
    if not condition:
        raise AssertionError(message)


def test_asserts(x):
    s = 0

    def below(a):
        jax.debug.callback(raise_unless, a < 100, a)
        return a < x

    def loop_body(s):
        return s + 3

    s = lax.while_loop(lambda s: jnp.bool_(below(s)), loop_body, s)
    return s
