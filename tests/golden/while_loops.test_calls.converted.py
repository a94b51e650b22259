def test_calls(n):
    def more(k):
        return k > 2

    def loop_body(n):
        n -= 1
        return n

    n = ng.while_(lambda n: ng.call(more, n), loop_body, n)
    return n
