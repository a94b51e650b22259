import jax.numpy as jnp


def kadane(v):
    best = v[0]
    current = v[0]
    for x in v[1:]:
        value = current + x
        current = jnp.where(x < value, value, x)
        best = jnp.where(best < current, current, best)
    return best
