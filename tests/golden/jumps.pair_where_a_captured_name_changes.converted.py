def pair_where_a_captured_name_changes(a, b):
    did_return = False

    def near(z):
        return a + z

    def loop_body(did_return, return_value):
        return_value = b, a
        return True, return_value

    did_return, return_value = ng.while_(
        lambda did_return, return_value: ng.and_(ng.not_(did_return), lambda: a > 9),
        loop_body,
        did_return,
        ng.undefined(),
    )

    def if_true():
        nonlocal a

        def if_true():
            nonlocal a
            a = 2

        ng.if_(b > 1, if_true, lambda: None)
        return ng.call(near, b) % 100, b % 8

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)
