def collatz(a):
    counter = 0

    def loop_body(a, counter):
        def if_true(a):
            return a // 2

        def if_false(a):
            return 3 * a + 1

        a = ng.if_(a % 2 == 0, if_true, if_false, a)
        counter = counter + 1
        return a, counter

    a, counter = ng.while_(lambda a, counter: a != 1, loop_body, a, counter)
    return counter
