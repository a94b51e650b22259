def return_from_a_walk_in_a_branch(a, v):
    did_return = False

    def if_true(did_return):
        def loop_body(x, return_value, did_return):
            return 2, True

        return_value, did_return = ng.for_(
            v, loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return return_value, did_return

    return_value, did_return = ng.if_(
        a,
        if_true,
        lambda did_return: (ng.undefined(), did_return),
        did_return,
    )
    return ng.if_(ng.not_(did_return), lambda: 1, lambda: return_value)
