def else_and_break(n):
    did_break = False

    def loop_body(did_break, n):
        def if_false(n):
            n -= 1
            return n, did_break

        n, did_break = ng.if_(n == 3, lambda n: (n, True), if_false, n)
        return did_break, n

    did_break, n = ng.while_(
        lambda did_break, n: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
    )
    n = ng.if_(ng.not_(did_break), lambda: 100, lambda: n)
    return n
