def returns_nested_structures(x):
    def if_true():
        return {'a': (x, [1])}

    def if_false():
        return {'a': (0, [x])}

    return ng.if_(x > 2, if_true, if_false)
