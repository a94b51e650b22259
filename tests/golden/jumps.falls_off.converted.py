def falls_off(x):
    return ng.if_(x > 2, lambda: x, lambda: None)
