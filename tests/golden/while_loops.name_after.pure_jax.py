import jax
from jax import lax


def raise_unless(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_unless(condition, error), condition)
    elif not condition:
        raise error


def name_after(n):
    def loop_test(state):
        n, t, t_has_a_value = state
        return n > 0

    def loop_body(state):
        n, t, t_has_a_value = state
        return n - 1, n, True

    _, t, t_has_a_value = lax.while_loop(loop_test, loop_body, (n, 0, False))
    raise_unless(
        t_has_a_value, UnboundLocalError("cannot access local variable 't' where it is not associated with a value")
    )
    return t
