def chain_of_promotions_inside(n):
    a = b = c = 0

    def loop_body(i, a, b, c):
        def loop_body(j, a, b, c):
            a = b
            b = c
            c = c + 0.5
            return a, b, c

        a, b, c = ng.for_(ng.call(range, n), loop_body, a, b, c)
        a = a + 1
        return a, b, c

    a, b, c = ng.for_(ng.call(range, n), loop_body, a, b, c)
    return a, b, c
