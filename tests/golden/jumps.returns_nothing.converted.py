def returns_nothing(x):
    def if_false(x):
        x += 1
        return None

    return ng.if_(x > 2, lambda x: None, if_false, x)
