def becomes_traced(n):
    i = 0

    def loop_body(i):
        return ng.if_(i < 3, lambda: i + 1, lambda: i + n + 1)

    i = ng.while_(lambda i: i < 5, loop_body, i)
    return i
