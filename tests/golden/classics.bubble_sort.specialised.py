from jax import lax


def bubble_sort(v):
    n = len(v)
    for i in range(n):
        for j in range(n - 1 - i):
            def if_true(v):
                item, item_1 = v[j + 1], v[j]
                v = v.at[j].set(item)
                return v.at[j + 1].set(item_1)

            v = lax.cond(v[j] > v[j + 1], if_true, lambda v: v, v)
    return v
