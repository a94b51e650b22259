def jitted_loop_inside_a_loop(n):
    s = 0

    def loop_body(i, s):
        return ng.call(summed, s + i)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s
