def return_with_else(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        return ng.if_(i * i == n, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        range(12), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)
