def return_of_several_from_a_walk(a, v):
    did_return = False

    def if_false(did_return):
        def loop_body(x, return_value, did_return):
            return_value = 1, a, x
            return return_value, True

        return_value, did_return = ng.for_(
            v, loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return return_value, did_return

    return_value, did_return = ng.if_(
        a,
        lambda did_return: (ng.undefined(), did_return),
        if_false,
        did_return,
    )
    return ng.if_(ng.not_(did_return), lambda: (2, 2, 2), lambda: return_value)
