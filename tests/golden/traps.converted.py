# traps.append_in_both
def append_in_both(x):
    l = ng.list_([])

    def if_true():
        ng.call(l.append, 1)

    def if_false():
        ng.call(l.append, 2)

    ng.if_(x > 1, if_true, if_false)
    return l

# traps.append_in_untaken
def append_in_untaken(x):
    l = ng.list_([])

    def if_true():
        ng.call(l.append, 1)

    ng.if_(x > 100, if_true, lambda: None)
    return ng.call(len, l)

# traps.counter_by_method
def counter_by_method(x):
    c = ng.call(Counter)

    def loop_body(i):
        ng.call(c.bump)

    ng.for_(range(5), loop_body)
    return c.n + x

# traps.counter_in_staged_loop
def counter_in_staged_loop(x):
    c = ng.call(Counter)

    def loop_body(i):
        ng.call(c.bump)

    ng.for_(ng.call(range, x), loop_body)
    return c.n

# traps.flag_is_false_after_loop
def flag_is_false_after_loop(x):
    flag = False

    def loop_body(i, flag):
        return i > 2

    flag = ng.for_(ng.call(range, x), loop_body, flag)
    return ng.is_(flag, False)

# traps.flag_is_true
def flag_is_true(x):
    flag = False
    flag = ng.if_(x > 1, lambda: True, lambda: flag)
    return ng.if_(ng.is_(flag, True), lambda: 1, lambda: 2)

# traps.lambda_sees_change
def lambda_sees_change(x):
    s = 0
    get = lambda: s

    def if_true():
        nonlocal s
        s = s + 10

    ng.if_(x > 1, if_true, lambda: None)
    return ng.call(get)

# traps.late_lambdas
def late_lambdas(x):
    i = ng.undefined('i')
    fs = ng.list_([])

    def loop_body(item):
        nonlocal i
        i = item
        ng.call(fs.append, lambda: i)

    ng.for_(range(3), loop_body)
    total = 0

    def loop_body(f_1, total):
        return total + ng.call(f_1)

    total = ng.for_(fs, loop_body, total)
    return total + x

# traps.len_of_grown
def len_of_grown(x):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, 1)

    ng.for_(range(5), loop_body)
    return ng.call(len, l) + x

# traps.match_static_traced_if
def match_static_traced_if(x):
    def if_false():
        return -x

    r = ng.if_(x > 0, lambda: x, if_false)
    return r

# traps.middle_once
def middle_once(x):
    calls = ng.list_([])

    def f():
        ng.call(calls.append, 1)
        return x

    inside = (lambda middle: ng.and_(1 < middle, lambda: middle < 5))(ng.call(f))
    return inside, ng.call(len, calls)

# traps.nonlocal_helper
def nonlocal_helper(x):
    s = 0

    def add():
        nonlocal s
        s = s + x

    def if_true():
        ng.call(add)

    ng.if_(x > 1, if_true, lambda: None)
    return s

# traps.pop_untaken
def pop_untaken(x):
    d = {"a": 1}

    def if_true():
        ng.call(d.pop, 'a')

    ng.if_(x > 100, if_true, lambda: None)
    return ng.call(len, d)

# traps.print_in_untaken
def print_in_untaken(x):
    def if_true():
        ng.call(print, 'taken')

    def if_false():
        ng.call(print, 'other')

    ng.if_(x > 1, if_true, if_false)
    return x

# traps.raise_in_try_untaken
def raise_in_try_untaken(x):
    y = 1
    did_raise = False
    try:
        did_raise = ng.if_(x > 100, lambda: True, lambda: did_raise)
    except ng.refused():
        raise
    except ValueError:
        y = 2
    else:
        y = ng.if_(did_raise, lambda: 2, lambda: y)
    return y

# traps.set_add_untaken
def set_add_untaken(x):
    s = {1}

    def if_true():
        ng.call(s.add, 2)

    ng.if_(x > 100, if_true, lambda: None)
    return ng.call(len, s)

# traps.sorted_ascending
def sorted_ascending(a, b, c):
    return ng.call(sorted, [a, b, c], reverse=False)
