def bool_state(n):
    odd = False

    def loop_body(n, odd):
        odd = ng.not_(odd)
        n -= 1
        return n, odd

    n, odd = ng.while_(lambda n, odd: n > 0, loop_body, n, odd)
    return odd
