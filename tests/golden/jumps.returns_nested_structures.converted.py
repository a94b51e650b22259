def returns_nested_structures(x):
    def if_true():
        return {'a': (x, ng.list_([1]))}

    def if_false():
        return {'a': (0, ng.list_([x]))}

    return ng.if_(x > 2, if_true, if_false)
