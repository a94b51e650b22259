def nested(n):
    t = 0
    i = 0

    def loop_body(i, t):
        j = 0

        def loop_body(j, t):
            t += j
            j += 1
            return j, t

        j, t = ng.while_(lambda j, t: j < i, loop_body, j, t)
        i += 1
        return i, t

    i, t = ng.while_(lambda i, t: i < n, loop_body, i, t)
    return t
