def break_first_in_while_true(n):
    steps = 0

    def loop_body(n, steps):
        n = ng.if_(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1)
        steps += 1
        return n, steps

    n, steps = ng.while_(lambda n, steps: ng.not_(n <= 1), loop_body, n, steps)
    return steps
