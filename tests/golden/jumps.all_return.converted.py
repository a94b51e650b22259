def all_return(x):
    def if_false():
        return ng.if_(x < 0, lambda: 2, lambda: 3)

    return ng.if_(x > 2, lambda: 1, if_false)
