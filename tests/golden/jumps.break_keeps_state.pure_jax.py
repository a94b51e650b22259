import jax
import jax.numpy as jnp
from jax import lax


def raise_unless(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_unless(condition, error), condition)
    elif not condition:
        raise error


def break_keeps_state(n):
    def loop_test(state):
        i_1, i, i_has_a_value, s, did_break = state
        return (i_1 < 12) & ~did_break

    def loop_body(state):
        i_1, i, i_has_a_value, s, did_break = state
        test = i_1 > n
        return i_1 + 1, i_1, True, jnp.where(test, s, s + i_1), test

    _, i, i_has_a_value, s, _ = lax.while_loop(
        loop_test, loop_body, (0, 0, False, 0, False)
    )
    s = s + 1000
    raise_unless(
        i_has_a_value, UnboundLocalError("cannot access local variable 'i' where it is not associated with a value")
    )
    return s, i
