import jax
import jax.numpy as jnp
from jax import lax


def raise_if(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_if(condition, error), condition)
    elif condition:
        raise error


def break_keeps_state(n):
    s = 0
    did_break = False

    def loop_test(state):
        item, i, has_i, did_break, s = state
        return (item < 12) & jnp.logical_not(did_break)

    def loop_body(state):
        item, i, has_i, did_break, s = state
        i = item
        has_i = True

        def if_false(s):
            s = s + i
            return did_break, s

        did_break, s = lax.cond(i > n, lambda s: (True, s), if_false, s)
        return item + 1, i, has_i, did_break, s

    i, has_i, did_break, s = lax.while_loop(loop_test, loop_body, (0, 0, False, did_break, s))[1:]
    s += 1000
    raise_if(
        jnp.logical_not(has_i), UnboundLocalError("cannot access local variable 'i' where it is not associated with a value")
    )
    return s, i
