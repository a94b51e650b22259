def fibonacci(n):
    a, b = 0, 1

    def loop_body(_, a, b):
        return b, a + b

    a, b = ng.for_(ng.call(range, n), loop_body, a, b)
    return a
