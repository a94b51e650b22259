def truth_of_int(x):
    c = 0

    def loop_body(x, c):
        x //= 2
        c += 1
        return x, c

    x, c = ng.while_(lambda x, c: x, loop_body, x, c)
    return c
