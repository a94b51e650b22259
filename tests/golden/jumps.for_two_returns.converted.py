def for_two_returns(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        def if_false(return_value, did_return):
            def if_true():
                return_value = -i
                return return_value, True

            return ng.if_(i * 3 == n, if_true, lambda: (return_value, did_return))

        return ng.if_(
            i * 2 == n,
            lambda return_value, did_return: (i, True),
            if_false,
            return_value,
            did_return,
        )

    return_value, did_return = ng.for_(
        range(12), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: 100, lambda: return_value)
