def return_in_with(x):
    did_return = False
    import contextlib
    return_value = ng.undefined()
    with ng.call(contextlib.nullcontext):
        def if_false(x):
            x += 1
            return x, ng.undefined(), did_return

        x, return_value, did_return = ng.if_(x > 2, lambda x: (x, 1, True), if_false, x)
    return ng.if_(ng.not_(did_return), lambda: x, lambda: return_value)
