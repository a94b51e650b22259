import jax


def raise_unless(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_unless(condition, error), condition)
    elif not condition:
        raise error


def asserted(a):
    raise_unless(a > 0, AssertionError('must be positive'))
    return a * 2
