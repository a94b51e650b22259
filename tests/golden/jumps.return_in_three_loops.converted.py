def return_in_three_loops(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        def loop_body(j, return_value, did_return):
            def loop_body(k, return_value, did_return):
                def if_true():
                    return_value = i * 100 + j * 10 + k
                    return return_value, True

                return ng.if_(
                    i + j + k == 5,
                    if_true,
                    lambda: (return_value, did_return),
                )

            return_value, did_return = ng.for_(
                ng.call(range, n), loop_body, return_value, did_return, test=lambda return_value, did_return: ng.not_(did_return)
            )
            ng.if_(did_return, lambda: None, lambda: None)
            return return_value, did_return

        return_value, did_return = ng.for_(
            ng.call(range, n), loop_body, return_value, did_return, test=lambda return_value, did_return: ng.not_(did_return)
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return return_value, did_return

    return_value, did_return = ng.for_(
        ng.call(range, n), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)
