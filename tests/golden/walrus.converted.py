# walrus.and_if
def and_if(x):
    value = x > 0

    def if_true():
        value = (y := x * 2) > 2
        return value, y

    value, y = ng.if_(value, if_true, lambda: (value, ng.undefined('y')))

    def if_true():
        return ng.defined(y)

    return ng.if_(value, if_true, lambda: -1)

# walrus.and_if_both
def and_if_both(x):
    value = x > 0

    def if_true():
        value = (y := x * 2) > 2
        return value, y

    value, y = ng.if_(value, if_true, lambda: (value, ng.undefined('y')))

    def if_true():
        return ng.defined(y)

    def if_false():
        return -x

    r = ng.if_(value, if_true, if_false)
    return r

# walrus.attribute_first
def attribute_first(x):
    log = ng.list_([])

    def if_true():
        value = y = 1
        return value, y

    def if_false():
        value = y = 2
        return value, y

    value, y = ng.if_(x > 0, if_true, if_false)
    r = ng.list_([log.append, value, log, y])
    return r[1], r[3]

# walrus.aug
def aug(x):
    y = 1

    def if_true():
        value = y = 2
        return value, y

    value, y = ng.if_(x > 0, if_true, lambda: (x, y))
    x += value
    return x, y

# walrus.behind_and
def behind_and(x):
    value = x > 0

    def if_true():
        return (y := x) > 2

    return ng.if_(value, if_true, lambda: value)

# walrus.behind_or
def behind_or(x):
    y = 7
    value = x > 2

    def if_true():
        value = (y := x * 2) > 0
        return value, y

    value, y = ng.if_(ng.not_(value), if_true, lambda: (value, y))

    def if_false():
        return y - 1

    r = ng.if_(value, lambda: y, if_false)
    return r, y

# walrus.chain
def chain(x):
    y = 0
    value = 0 < x

    def if_true():
        operand = y = x * 2
        value_1 = x < operand

        def if_true():
            return operand < 5

        value_1 = ng.if_(value_1, if_true, lambda: value_1)
        return value_1, y

    value, y = ng.if_(value, if_true, lambda: (value, y))
    r = value
    return r, y

# walrus.compr_static
def compr_static(x):
    listed = ng.list_([])

    def loop_body(i_1, y):
        def if_true():
            ng.call(listed.append, y)

        ng.if_(ng.not_(ng.is_((y := (i_1 * x)), None)), if_true, lambda: None)
        return y

    y = ng.for_(range(4), loop_body, ng.undefined('y'))
    s = listed
    return s, ng.defined(y)

# walrus.compr_traced
def compr_traced(x):
    y = 0
    listed = ng.list_([])

    def loop_body(i_1, y):
        def if_true():
            value = y = i_1
            return value, y

        value, y = ng.if_(x > 0, if_true, lambda: (2, y))
        ng.call(listed.append, value)
        return y

    y = ng.for_(range(4), loop_body, y)
    s = listed
    return s, y

# walrus.dict
def dict(x):
    y = 0
    value = x > 0

    def if_true():
        value = (y := 1) > 0
        return value, y

    value, y = ng.if_(value, if_true, lambda: (value, y))
    return {'a': value, 'b': y}

# walrus.found_flag
def found_flag(x):
    found = False

    def if_true():
        found = True
        y = x * 2
        return found, y

    found, y = ng.if_(x > 0, if_true, lambda: (found, ng.undefined('y')))

    def if_true():
        return ng.defined(y)

    return ng.if_(found, if_true, lambda: 0)

# walrus.fstring_assert
def fstring_assert(x):
    y = 0
    value = x > -5

    def if_true():
        value = (y := 3) > 2
        return value, y

    value, y = ng.if_(ng.not_(value), if_true, lambda: (value, y))
    ng.assert_(value)
    return y

# walrus.in_a_loop_left_at_once
def in_a_loop_left_at_once(k):
    did_break = False

    def loop_body(did_break, k):
        did_break = ng.if_(ng.not_((k := (k - 1)) >= 0), lambda: True, lambda: True)
        return did_break, k

    did_break, k = ng.while_(
        lambda did_break, k: ng.not_(did_break),
        loop_body,
        did_break,
        k,
    )
    return k

# walrus.in_a_test_that_decides_nothing
def in_a_test_that_decides_nothing(k):
    x = ng.if_((k := (k - 1)) > 0, lambda: 1, lambda: 1)
    ng.if_((k := (k * 2)) > 3, lambda: None, lambda: None)
    return k + x

# walrus.in_any
def in_any(v):
    found = False

    def loop_body(x_1, y, found):
        found = ng.if_((y := x_1) > 3, lambda: True, lambda: found)
        return y, found

    y, found = ng.for_(
        v, loop_body, ng.undefined('y'), found, test=lambda y, found: ng.not_(found)
    )

    def if_true():
        return ng.defined(y)

    return ng.if_(found, if_true, lambda: -100)

# walrus.in_comprehension_filter
def in_comprehension_filter(x):
    listed = ng.list_([])

    def loop_body(i_1, k):
        def if_true():
            ng.call(listed.append, k)

        ng.if_((k := (i_1 * 2)) > 2, if_true, lambda: None)
        return k

    k = ng.for_(range(4), loop_body, ng.undefined('k'))
    l = listed
    return l, ng.defined(k), x

# walrus.in_elif
def in_elif(x):
    def if_false():
        value = x > 0

        def if_true():
            value = (y := x + 1) > 1
            return value, y

        value, y = ng.if_(value, if_true, lambda: (value, ng.undefined('y')))

        def if_true():
            return ng.defined(y)

        return ng.if_(value, if_true, lambda: 0)

    r = ng.if_(x > 2, lambda: 1, if_false)
    return r

# walrus.in_for_items
def in_for_items(x):
    n = 0

    def if_true():
        value = y = 3
        return value, y

    def if_false():
        value = y = 5
        return value, y

    value, y = ng.if_(x > 0, if_true, if_false)

    def loop_body(i, n):
        n += i + y
        return n

    n = ng.for_(ng.call(range, value), loop_body, n)
    return n

# walrus.in_lambda
def in_lambda(x):
    f = lambda a: a > 0 and (b := a) > 2
    return ng.call(f, x)

# walrus.in_return
def in_return(x):
    def if_true():
        value = y = x * x
        return value, y

    def if_false():
        value = y = -x
        return value, y

    value, y = ng.if_(x > 0, if_true, if_false)
    return value, y

# walrus.in_while
def in_while(x):
    n = 0
    did_break = False

    def loop_body(did_break, x, y, n):
        value = x > -3

        def if_true():
            value = (y := x - 1) < 10
            return value, y

        value, y = ng.if_(value, if_true, lambda: (value, y))

        def if_false(n):
            x = ng.defined(y)
            n += 1
            return did_break, x, n

        did_break, x, n = ng.if_(ng.not_(value), lambda n: (True, x, n), if_false, n)
        return did_break, x, y, n

    did_break, x, y, n = ng.while_(
        lambda did_break, x, y, n: ng.not_(did_break),
        loop_body,
        did_break,
        x,
        ng.undefined('y'),
        n,
    )
    return x, n

# walrus.last_in_sum
def last_in_sum(v):
    y = 0
    listed = ng.list_([])

    def loop_body(x_1, y):
        ng.call(listed.append, (y := (y + x_1)))
        return y

    y = ng.for_(v, loop_body, y)
    s = ng.call(sum, listed)
    return s, y

# walrus.nested
def nested(x):
    a = b = 0

    def if_true(b):
        value_1 = a = x

        def if_true():
            value_1 = ng.or_((b := (a + 1)), lambda: x)
            return value_1, b

        value_1, b = ng.if_(value_1, if_true, lambda: (value_1, b))
        return a, b, value_1

    def if_false(b):
        value = b = 9
        return a, b, value

    a, b, value = ng.if_(x > -2, if_true, if_false, b)
    r = value
    return r, a, b

# walrus.not_missing
def not_missing(x):
    missing = True

    def if_true():
        missing = False
        y = x * 2
        return missing, y

    missing, y = ng.if_(x > 0, if_true, lambda: (missing, ng.undefined('y')))

    def if_true():
        return ng.defined(y)

    return ng.if_(
        ng.and_(ng.not_(missing), lambda: ng.defined(y) > 2),
        if_true,
        lambda: 0,
    )

# walrus.order
def order(x):
    operand = x

    def if_true():
        value = x = 5
        return x, value

    def if_false():
        value = x = 6
        return x, value

    x, value = ng.if_(x > 0, if_true, if_false)
    return operand + value + x

# walrus.sub
def sub(x):
    v = ng.list_([1, 2, 3])
    y = 0
    value_1 = x

    def if_true():
        value_1 = y = x
        return value_1, y

    value_1, y = ng.if_(value_1, if_true, lambda: (value_1, y))
    value = value_1

    def if_true():
        value_2 = y = 1
        return value_2, y

    value_2, y = ng.if_(True, if_true, lambda: (0, y))
    v = ng.set_item(v, value_2, value)
    return v, y

# walrus.ternary
def ternary(x):
    y = 0

    def if_true():
        value = y = x * 2
        return value, y

    def if_false():
        value = y = 5
        return value, y

    value, y = ng.if_(x > 0, if_true, if_false)
    z = value
    return z, y

# walrus.ternary_arg
def ternary_arg(x):
    y = 0

    def if_true():
        value = y = x * 2
        return value, y

    value, y = ng.if_(x > 0, if_true, lambda: (1, y))
    z = ng.call(max, x, value, y)
    return z, y

# walrus.three_bindings
def three_bindings(x):
    value = x > -2

    def if_true():
        value = (a := x + 1) > 0

        def if_true():
            value = (b := a * x) > 1
            return value, b

        value, b = ng.if_(value, if_true, lambda: (value, ng.undefined('b')))
        return value, a, b

    value, a, b = ng.if_(
        value,
        if_true,
        lambda: (value, ng.undefined('a'), ng.undefined('b')),
    )

    def if_true():
        return ng.defined(a) + ng.defined(b)

    return ng.if_(value, if_true, lambda: x)

# walrus.while_chain
def while_chain(x):
    n = 0
    y = 0
    did_break = False

    def loop_body(did_break, y, x, n):
        def if_false(n):
            x = y
            n += 1
            return x, did_break, n

        x, did_break, n = ng.if_(
            ng.not_((lambda middle: ng.and_(0 < middle, lambda: middle < 10))((y := (x - 1)))),
            lambda n: (x, True, n),
            if_false,
            n,
        )
        return did_break, y, x, n

    did_break, y, x, n = ng.while_(
        lambda did_break, y, x, n: ng.not_(did_break),
        loop_body,
        did_break,
        y,
        x,
        n,
    )
    return x, n, y

# walrus.with_effects_in_order
def with_effects_in_order(x):
    log = ng.list_([])

    def note(k):
        ng.call(log.append, k)
        return k

    operand = ng.call(note, 1)

    def if_true():
        value = y = ng.call(note, 2)
        return value, y

    value, y = ng.if_(log[0] == 1, if_true, lambda: (0, ng.undefined('y')))
    r = operand + value * ng.call(note, 3) + x
    return r, ng.defined(y), log

# walrus.with_else
def with_else(x):
    n = 0
    did_break = False

    def loop_body(did_break, n):
        value = n < 5

        def if_true():
            return (k := n * x) < 6

        value = ng.if_(value, if_true, lambda: value)

        def if_false(n):
            n += 1
            return did_break, n

        return ng.if_(ng.not_(value), lambda n: (True, n), if_false, n)

    did_break, n = ng.while_(
        lambda did_break, n: ng.not_(did_break),
        loop_body,
        did_break,
        n,
    )
    n += 100
    return n
