import jax
import jax.numpy as jnp
from jax import lax


def plain(value):
    if getattr(value, "shape", None) != ():
        return value
    return float(str(value)) if value.dtype.kind == "f" else value.item()


def raise_if(condition, error, *values):
    if isinstance(condition, jax.core.Tracer):
        traced = {k: value for k, value in enumerate(values) if isinstance(value, jax.Array)}
        def later(condition, traced):
            raise_if(condition, error, *(traced.get(k, value) for k, value in enumerate(values)))
        jax.debug.callback(later, condition, traced)
    elif condition:
        raise error(*map(plain, values)) if callable(error) else error


def test_asserts(x):
    s = 0
    did_break = False

    def loop_test(state):
        did_break, s, failed, failed_with = state
        return jnp.logical_not(did_break) & (failed == 0)

    def loop_body(state):
        did_break, s, failed, failed_with = state
        failed_with = [jnp.where((failed == 0) & jnp.logical_not(s < 100), s, failed_with[0])]
        failed = jnp.where((failed == 0) & jnp.logical_not(s < 100), 1, failed)

        def if_false(s):
            s = s + 3
            return s, did_break

        s, did_break = lax.cond(
            jnp.logical_not(s < x),
            lambda s: (s, True),
            if_false,
            s,
        )
        return did_break, s, failed, failed_with

    did_break, s, failed, failed_with = lax.while_loop(
        loop_test, loop_body, (did_break, s, 0, [0])
    )
    raise_if(failed == 1, lambda s: AssertionError(s), failed_with[0])
    return s
