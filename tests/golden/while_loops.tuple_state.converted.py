def tuple_state(x):
    t = (0, 0)

    def loop_body(x, t):
        t = (t[0] + 1, t[1] + x)
        x -= 1
        return x, t

    x, t = ng.while_(lambda x, t: x > 0, loop_body, x, t)
    return t
