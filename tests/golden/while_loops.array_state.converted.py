def array_state(v, n):
    def loop_body(n, v):
        v = v * 2
        n -= 1
        return n, v

    n, v = ng.while_(lambda n, v: n > 0, loop_body, n, v)
    return v
