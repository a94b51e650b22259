# Whether it is None or a number only Python can say: for calls outside of `jax.jit`.


def falls_off(x):
    if x > 2:
        return x
