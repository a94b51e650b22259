def array_in_test(v):
    def loop_body(v):
        return v * 2

    v = ng.while_(lambda v: v < 50, loop_body, v)
    return v
