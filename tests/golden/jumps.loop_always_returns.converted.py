def loop_always_returns(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        return 7, True

    return_value, did_return = ng.for_(
        ng.call(range, n), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: 8, lambda: return_value)
