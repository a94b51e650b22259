def returns_tuple(x):
    return ng.if_(x > 2, lambda: (x, 1), lambda: (2, x))
