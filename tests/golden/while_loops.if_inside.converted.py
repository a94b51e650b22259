def if_inside(n):
    a = b = 0

    def loop_body(n, a, b):
        def if_true(a, b):
            a += n
            return a, b

        def if_false(a, b):
            def if_true(b, a):
                b += n
                return b, a

            def if_false(b, a):
                a, b = b, a
                return b, a

            b, a = ng.if_(n % 3 == 1, if_true, if_false, b, a)
            return a, b

        a, b = ng.if_(n % 3 == 0, if_true, if_false, a, b)
        n -= 1
        return n, a, b

    n, a, b = ng.while_(lambda n, a, b: n > 0, loop_body, n, a, b)
    return a, b
