def three_levels(n):
    c = 0
    i = 0

    def loop_body(i, c):
        j = 0

        def loop_body(j, c):
            k = 0

            def loop_body(k, c):
                c += 1
                k += 1
                return k, c

            k, c = ng.while_(lambda k, c: k < n, loop_body, k, c)
            j += 1
            return j, c

        j, c = ng.while_(lambda j, c: j < n, loop_body, j, c)
        i += 1
        return i, c

    i, c = ng.while_(lambda i, c: i < n, loop_body, i, c)
    return c
