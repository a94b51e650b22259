def returns_nothing(x):
    def if_false(x):
        x += 1

    return_value = None
    return return_value
