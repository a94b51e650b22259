import jax.numpy as jnp


def kadane(v):
    best = v[0]
    current = v[0]
    for x in v[1:]:
        current = jnp.maximum(x, current + x)
        best = jnp.maximum(best, current)
    return best
