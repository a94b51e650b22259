# undefined.bound_by_a_loop_of_python_in_a_branch
def bound_by_a_loop_of_python_in_a_branch(n):
    def if_true():
        def loop_body(item, i):
            return item

        return ng.for_(range(3), loop_body, ng.undefined('i'))

    i = ng.if_(n > 0, if_true, lambda: ng.undefined('i'))
    return ng.defined(i)

# undefined.bound_by_a_loop_of_python_in_a_loop
def bound_by_a_loop_of_python_in_a_loop(n):
    def loop_body(b, i):
        def loop_body(item, i):
            return item

        return ng.for_(ng.call(reversed, range(3)), loop_body, i)

    i = ng.for_(ng.call(range, n), loop_body, ng.undefined('i'))
    return ng.defined(i)

# undefined.bound_in_both
def bound_in_both(x):
    y = ng.if_(x > 0, lambda: 1, lambda: 2)
    return y

# undefined.defined_by_first_round
def defined_by_first_round(n):
    s = 0

    def loop_body(i, last, s):
        last = ng.if_(i == 0, lambda: n, lambda: last)
        s += ng.defined(last)
        return i, s

    last, s = ng.for_(range(12), loop_body, ng.undefined('last'), s)
    return s

# undefined.deleted
def deleted(x):
    y = x
    del y
    y = 2
    return y

# undefined.found_flag
def found_flag(n):
    found = False
    did_break = False

    def loop_body(item, i, found, did_break):
        i = item

        def if_true():
            found = True
            where = i
            return found, True

        found, did_break = ng.if_(i * i == n, if_true, lambda: (found, did_break))
        return i, found, did_break

    i, found, did_break = ng.for_(
        range(12), loop_body, ng.undefined('i'), found, did_break, test=lambda i, found, did_break: ng.not_(did_break)
    )

    def if_true():
        return ng.defined(i)

    return ng.if_(found, if_true, lambda: -1)

# undefined.function_in_one
def function_in_one(x):
    def if_true():
        def g(a):
            return a

    ng.if_(x > 0, if_true, lambda: None)
    return x

# undefined.in_nested_branch
def in_nested_branch(x):
    def if_true():
        return ng.if_(x > 1, lambda: 1, lambda: 2)

    y = ng.if_(x > 0, if_true, lambda: 3)
    return y

# undefined.loop_target_after
def loop_target_after(n):
    def loop_body(item, i):
        return item

    i = ng.for_(ng.call(range, n), loop_body, ng.undefined('i'))
    return ng.defined(i)

# undefined.name_in_a_loops_test
def name_in_a_loops_test(b, n):
    limits = ng.if_(n > 100, lambda: 3, lambda: ng.undefined('limits'))
    k = 3

    def loop_body(k):
        k -= 1
        return k

    k = ng.while_(lambda k: ng.in_(k, (ng.defined(limits), b)), loop_body, k)
    return k

# undefined.name_of_no_rounds_caught
def name_of_no_rounds_caught(n):
    did_return = False

    def loop_body(item, i):
        return item

    i = ng.for_(ng.call(range, n), loop_body, ng.undefined('i'))
    return_value = ng.undefined()
    try:
        return_value = ng.defined(i)
        did_return = True
    except ng.refused():
        raise
    except NameError:
        return_value = -1
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# undefined.only_in_loop
def only_in_loop(n):
    def loop_body(i):
        y = i

    ng.for_(ng.call(range, n), loop_body)
    return n

# undefined.rebound_later
def rebound_later(x):
    def if_true():
        y = 1

    ng.if_(x > 0, if_true, lambda: None)
    y = 2
    return y + x

# undefined.returned_from_where_bound
def returned_from_where_bound(x):
    def if_true():
        y = x * 2
        return y

    def if_false():
        return -x

    return ng.if_(x > 0, if_true, if_false)

# undefined.string_in_one
def string_in_one(x):
    def if_true():
        name = 'pos'

    ng.if_(x > 0, if_true, lambda: None)
    return x

# undefined.structure_in_one
def structure_in_one(x):
    def if_true():
        t = (x, ng.list_([1, 2]))

    ng.if_(x > 0, if_true, lambda: None)
    return x

# undefined.temporary_in_loop
def temporary_in_loop(n):
    s = 0

    def loop_body(i, s):
        t = i

        def if_true():
            return t * 2

        u = ng.if_(t > 1, if_true, lambda: 0)
        s += u
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# undefined.unset_name_in_a_loops_test
def unset_name_in_a_loops_test(b, n):
    limits = ng.if_(n > 100, lambda: 3, lambda: ng.undefined('limits'))
    k = 3

    def loop_body(k):
        k -= 1
        return k

    k = ng.while_(lambda k: ng.in_(k, (ng.defined(limits),)), loop_body, k)
    return k

# undefined.unused
def unused(x):
    def if_true():
        y = x

    ng.if_(x > 0, if_true, lambda: None)
    return x

# undefined.used_taken
def used_taken(x):
    y = ng.if_(x > 0, lambda: x, lambda: ng.undefined('y'))
    return ng.defined(y)

# undefined.used_under_same_condition
def used_under_same_condition(x):
    y = ng.if_(x > 0, lambda: x, lambda: ng.undefined('y'))

    def if_true():
        return ng.defined(y)

    return ng.if_(x > 0, if_true, lambda: 0)

# undefined.while_body_name_after
def while_body_name_after(n):
    def loop_body(n, y):
        y = n
        n -= 1
        return n, y

    n, y = ng.while_(lambda n, y: n > 0, loop_body, n, ng.undefined('y'))
    return ng.defined(y)
