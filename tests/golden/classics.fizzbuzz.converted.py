def fizzbuzz(n):
    def if_false():
        def if_false():
            return ng.if_(n % 5 == 0, lambda: 2, lambda: 0)

        return ng.if_(n % 3 == 0, lambda: 1, if_false)

    code = ng.if_(n % 15 == 0, lambda: 3, if_false)
    return code
