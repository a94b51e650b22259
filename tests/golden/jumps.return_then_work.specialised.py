from jax import lax


def return_then_work(x):
    y = 1

    def if_false(y):
        y = y + x
        return lax.cond(y < 0, lambda y: y * 10, lambda y: y + 100, y)

    return lax.cond(x > 2, lambda y: y, if_false, y)
