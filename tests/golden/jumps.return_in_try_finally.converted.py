def return_in_try_finally(x):
    log = ng.list_([])
    y = ng.undefined('y')
    try:
        y = ng.if_(x > 2, lambda: 1, lambda: 2)
    finally:
        ng.call(log.append, 1)
    return ng.defined(y), ng.call(len, log)
