def static_first(n):
    i = 0

    def loop_body(i):
        i += 1
        return i

    i = ng.while_(lambda i: i < 3, loop_body, i)

    def loop_body(i):
        i += 2
        return i

    i = ng.while_(lambda i: i < n, loop_body, i)
    return i
