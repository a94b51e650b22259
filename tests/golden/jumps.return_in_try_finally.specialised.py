import jax.numpy as jnp


def return_in_try_finally(x):
    log = []
    y = 0
    try:
        y = jnp.where(x > 2, 1, 2)
    finally:
        log.append(1)
    return y, len(log)
