def int_becomes_float(x):
    def loop_body(x):
        return x / 2

    x = ng.while_(lambda x: x > 1, loop_body, x)
    return x
