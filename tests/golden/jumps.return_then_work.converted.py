def return_then_work(x):
    y = 1

    def if_false(y):
        y = y + x

        def if_true(y):
            return y * 10

        def if_false(y):
            y = y + 100
            return y

        return ng.if_(y < 0, if_true, if_false, y)

    return ng.if_(x > 2, lambda y: y, if_false, y)
