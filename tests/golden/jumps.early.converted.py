def early(x):
    def if_true():
        return x * 2

    def if_false():
        def if_true():
            return -x

        return ng.if_(x < 0, if_true, lambda: 7)

    return ng.if_(x > 2, if_true, if_false)
