def return_after_loop_uses_state(n):
    did_return = False
    s = 0

    def loop_body(i, return_value, s, did_return):
        def if_false(s):
            s += i
            return return_value, s, did_return

        return ng.if_(i > n, lambda s: (s, s, True), if_false, s)

    return_value, s, did_return = ng.for_(
        range(12), loop_body, ng.undefined(), s, did_return, test=lambda return_value, s, did_return: ng.not_(did_return)
    )

    def if_true(s):
        s += 1000
        return s

    return ng.if_(ng.not_(did_return), if_true, lambda s: return_value, s)
