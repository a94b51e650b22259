from jax import lax


def returns_nested_structures(x):
    return lax.cond(x > 2, lambda: {'a': (x, [1])}, lambda: {'a': (0, [x])})
