import jax
import jax.numpy as jnp
from jax import lax


def raise_if(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_if(condition, error), condition)
    elif condition:
        raise error


def name_after(n):
    def loop_test(state):
        n, t, has_t = state
        return n > 0

    def loop_body(state):
        n, t, has_t = state
        t = n
        has_t = True
        n -= 1
        return n, t, has_t

    n, t, has_t = lax.while_loop(loop_test, loop_body, (n, 0, False))
    raise_if(
        jnp.logical_not(has_t), UnboundLocalError("cannot access local variable 't' where it is not associated with a value")
    )
    return t
