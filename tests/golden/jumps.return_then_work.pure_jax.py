from jax import lax


def return_then_work(x):
    def if_false():
        y = 1 + x
        return lax.cond(y < 0, lambda: y * 10, lambda: y + 100)

    return lax.cond(x > 2, lambda: 1, if_false)
