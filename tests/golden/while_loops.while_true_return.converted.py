def while_true_return(n):
    did_return = False
    s = 0

    def loop_body(did_return, s, return_value):
        s += 3
        return_value, did_return = ng.if_(
            s >= n,
            lambda: (s, True),
            lambda: (return_value, did_return),
        )
        return did_return, s, return_value

    did_return, s, return_value = ng.while_(
        lambda did_return, s, return_value: ng.not_(did_return),
        loop_body,
        did_return,
        s,
        ng.undefined(),
    )
    return return_value
