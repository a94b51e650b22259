from jax import lax


def bubble_sort(v):
    for i in range(len(v) - 1):
        for j in range(len(v) - 1 - i):
            v = lax.cond(
                v[j] > v[j + 1],
                lambda: v.at[j].set(v[j + 1]).at[j + 1].set(v[j]),
                lambda: v,
            )
    return v
