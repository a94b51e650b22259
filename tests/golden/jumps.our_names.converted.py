def our_names(if_true):
    did_return_1 = False
    return_value = 0
    did_return = 1
    if_false = ng.if_(if_true > 1, lambda: 2, lambda: 3)

    def loop_body(i, return_value_1, return_value, did_return_1):
        def if_true_1(return_value):
            return_value_1 = return_value + if_false
            return return_value_1, return_value, True

        def if_false_1(return_value):
            return_value += did_return
            return return_value_1, return_value, did_return_1

        return ng.if_(i > if_true, if_true_1, if_false_1, return_value)

    return_value_1, return_value, did_return_1 = ng.for_(
        range(4),
        loop_body,
        ng.undefined(),
        return_value,
        did_return_1,
        test=lambda return_value_1, return_value, did_return_1: ng.not_(did_return_1),
    )
    return ng.if_(ng.not_(did_return_1), lambda: return_value, lambda: return_value_1)
