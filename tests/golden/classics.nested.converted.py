def nested(n):
    def if_true(n):
        def loop_body(n):
            n += 1
            return n

        return ng.while_(lambda n: n < 5, loop_body, n)

    n = ng.if_(n >= 0, if_true, lambda n: n, n)
    return n
