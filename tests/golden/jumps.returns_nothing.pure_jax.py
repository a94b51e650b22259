def returns_nothing(x):
    return None
