# effects.always_raises_statically
def always_raises_statically(x):
    did_return = False
    return_value = ng.undefined()
    try:
        raise ValueError('x')
    except ng.refused():
        raise
    except ValueError as e:
        return_value = x
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# effects.assert_fails
def assert_fails(x):
    ng.assert_(x > 1, lambda: 'small')
    return x

# effects.assert_holds
def assert_holds(x):
    ng.assert_(x > 1, lambda: 'small')
    return x

# effects.assert_in_branch
def assert_in_branch(x):
    def if_true():
        ng.assert_(x > 5, lambda: 'not five')

    ng.if_(x > 2, if_true, lambda: None)
    return x

# effects.assert_in_loop
def assert_in_loop(n):
    s = 0

    def loop_body(i, s):
        ng.assert_(i < 5, lambda: 'too far')
        s += i
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# effects.assert_in_scan
def assert_in_scan(v):
    import jax

    def step(total, a):
        ng.assert_(a < 3, lambda: ng.text(f'a is {ng.shown(a)}'))
        return total + a, a

    total = 0

    def loop_body(a, total):
        total, _ = ng.call(step, total, a)
        return total

    total = ng.for_(v, loop_body, total)
    return total

# effects.assert_in_while
def assert_in_while(n):
    k = 0

    def loop_body(k):
        ng.assert_(k != 4, lambda: 'four')
        k += 1
        return k

    k = ng.while_(lambda k: k < n, loop_body, k)
    return k

# effects.assert_without_text
def assert_without_text(x):
    ng.assert_(x > 1)
    return x

# effects.exit_under_condition
def exit_under_condition(x):
    import sys

    def if_true():
        ng.call(sys.exit, x)

    ng.if_(x < -5, if_true, lambda: None)
    return x

# effects.failing_builtin_under_condition
def failing_builtin_under_condition(x):
    d = {}

    def if_true():
        ng.call(d.pop, 'missing')

    ng.if_(x > 2, if_true, lambda: None)
    return x

# effects.failing_conversion_under_condition
def failing_conversion_under_condition(x):
    def if_true(x):
        return x + ng.call(int, 'z')

    x = ng.if_(x > 2, if_true, lambda x: x, x)
    return x

# effects.first_assert_wins
def first_assert_wins(x):
    ng.assert_(x > 0, lambda: 'first')
    ng.assert_(x > 1, lambda: 'second')
    return x

# effects.known_assert_under_condition
def known_assert_under_condition(x):
    def if_true():
        ng.assert_(ng.is_(x, None), lambda: ng.text(f'not None: {ng.shown(x)}'))

    ng.if_(x > 2, if_true, lambda: None)
    return x

# effects.low_precision_in_a_message
def low_precision_in_a_message(x):
    ng.assert_(x > 0, lambda: ng.text(f'{ng.shown(x)} and {ng.shown(x):.3f}'))
    ng.call(print, x, 0.1 * x)
    return x

# effects.message_that_changes
def message_that_changes(n):
    count = 0

    def message():
        nonlocal count
        count += 1
        return count

    ng.assert_(n > -1, lambda: ng.call(message))
    return n + count

# effects.message_that_prints
def message_that_prints(n):
    def message():
        ng.call(print, 'failed', n)
        return ng.text(f'bad {ng.shown(n)}')

    ng.call(print, 'start')
    ng.assert_(n > -1, lambda: ng.call(message))

    def loop_body(i):
        ng.assert_(n != i, lambda: ng.call(message))

    ng.for_(range(3), loop_body)
    return n

# effects.nothing_printed_after_a_failure
def nothing_printed_after_a_failure(x):
    ng.call(print, 'before')
    ng.assert_(x > 1, lambda: ('a tuple', x, {'x': x}))
    ng.call(print, 'after', x)

    def loop_body(i):
        ng.call(print, 'round', i)

    ng.for_(ng.call(range, x), loop_body)
    return x

# effects.own_exception
def own_exception(x):
    def if_true():
        raise ng.call(TooSmall, 'small', 2)

    ng.if_(x < 2, if_true, lambda: None)
    return x

# effects.print_array
def print_array(v):
    ng.call(print, v)
    return v

# effects.print_branches
def print_branches(x):
    def if_true():
        ng.call(print, 'big', x)

    def if_false():
        ng.call(print, 'small')

    ng.if_(x > 2, if_true, if_false)
    return x

# effects.print_in_helper
def print_in_helper(x):
    def say(a):
        def if_true():
            ng.call(print, 'say', a)

        ng.if_(a > 1, if_true, lambda: None)
        return a

    return ng.call(say, x)

# effects.print_in_loop
def print_in_loop(n):
    def loop_body(i):
        ng.call(print, 'round', i)

    ng.for_(ng.call(range, n), loop_body)
    return n

# effects.print_in_while
def print_in_while(n):
    def loop_body(n):
        ng.call(print, n, end=' ')
        n -= 1
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    ng.call(print)
    return n

# effects.print_kinds
def print_kinds(x):
    ng.call(print, x, [x], (x, 'a'))
    return x

# effects.print_order
def print_order(x):
    ng.call(print, 'one', x)
    ng.call(print, 'two')

    def if_true():
        ng.call(print, 'three', x + 1)

    ng.if_(x > 2, if_true, lambda: None)
    ng.call(print, 'four', sep='-')
    return x

# effects.print_value
def print_value(x):
    ng.call(print, 'x', x)
    return x

# effects.raise_after_print
def raise_after_print(x):
    def if_true():
        ng.call(print, 'negative', x)
        raise ValueError(ng.text(f'bad {ng.shown(x)}'))

    ng.if_(x < 0, if_true, lambda: None)
    ng.call(print, 'fine', x)
    return x

# effects.raise_always
def raise_always(x):
    ng.call(print, 'one', x)
    ng.assert_(x > 0, lambda: 'no')
    ng.call(print, 'two')
    raise ValueError(ng.text(f'at the end {ng.shown(x)}'))

# effects.raise_class
def raise_class(x):
    def if_true():
        raise LookupError

    ng.if_(x < 0, if_true, lambda: None)
    return x

# effects.raise_from
def raise_from(x):
    try:
        ng.call(int, 'z')
    except ng.refused():
        raise
    except ValueError as e:

        def if_true():
            raise KeyError('k', x) from e
        ng.if_(x < 0, if_true, lambda: None)
    return x

# effects.raise_in_elif
def raise_in_elif(x):
    def if_false():
        def if_false():
            raise RuntimeError("none")
            return ng.undefined('y')

        return ng.if_(x > 0, lambda: 2, if_false)

    y = ng.if_(x > 5, lambda: 1, if_false)
    return ng.defined(y)

# effects.raise_in_else
def raise_in_else(x):
    def if_false():
        raise KeyError("no")
        return ng.undefined('y')

    y = ng.if_(x > 0, lambda: x, if_false)
    return ng.defined(y)

# effects.raise_in_helper
def raise_in_helper(x):
    def check(a):
        def if_true():
            raise ValueError("negative")

        ng.if_(a < 0, if_true, lambda: None)
        return a

    return ng.call(check, x) + 1

# effects.raise_in_loop
def raise_in_loop(n):
    def loop_body(i):
        def if_true():
            raise OverflowError("far")

        ng.if_(i > 10, if_true, lambda: None)

    ng.for_(ng.call(range, n), loop_body)
    return n

# effects.raise_in_the_body_of_a_loop
def raise_in_the_body_of_a_loop(n):
    def loop_body(i):
        raise OverflowError(i)

    ng.for_(ng.call(range, n), loop_body)
    return n

# effects.raise_made_earlier
def raise_made_earlier(x):
    error = ValueError("made earlier", x)

    def if_true():
        raise error

    ng.if_(x < 0, if_true, lambda: None)
    return x

# effects.raise_not_taken_loop
def raise_not_taken_loop(x):
    s = 0

    def loop_body(i, s):
        def if_true():
            raise ValueError("never")

        ng.if_(i > 100, if_true, lambda: None)
        s += i * x
        return s

    s = ng.for_(range(12), loop_body, s)
    return s

# effects.raise_on_both_sides
def raise_on_both_sides(x):
    ng.call(print, 'one', x)

    def if_true():
        raise ValueError("left", x)

    def if_false():
        raise KeyError("right", x)

    ng.if_(x < 0, if_true, if_false)

# effects.raise_two_deep
def raise_two_deep(x):
    def if_true():
        def if_true():
            raise KeyError("very")

        ng.if_(x < -10, if_true, lambda: None)
        raise ValueError("bad", x, 3)

    ng.if_(x < 0, if_true, lambda: None)
    return x

# effects.raise_under_condition
def raise_under_condition(x):
    def if_true():
        raise ValueError("negative")

    ng.if_(x < 0, if_true, lambda: None)
    return x

# effects.raise_with_attributes
def raise_with_attributes(x):
    def if_true():
        raise ng.call(WithCode, x, more=ng.list_([x + 1, 'text']))

    ng.if_(x < 0, if_true, lambda: None)
    return x

# effects.several_messages_in_a_loop
def several_messages_in_a_loop(n):
    s = 0

    def loop_body(s):
        ng.assert_(s != 7, lambda: ('seven', s))
        ng.assert_(s < 30, lambda: ng.text(f'{ng.shown(s + 1)} is large'))
        s += ng.if_(s < 6, lambda: 3, lambda: ng.if_(n > 20, lambda: 2, lambda: 1))

        def if_true():
            raise KeyError(s)

        ng.if_(s == 12, if_true, lambda: None)
        return s

    s = ng.while_(lambda s: s < n, loop_body, s)
    return s

# effects.times_table
def times_table(x):
    def loop_body(i):
        def loop_body(j):
            ng.call(print, i * j, end=' ')

        ng.for_(range(36), loop_body)
        ng.call(print)

    ng.for_(range(36), loop_body)
    return x

# effects.values_in_a_message_in_a_loop
def values_in_a_message_in_a_loop(n):
    s = 0

    def loop_body(i, s):
        def loop_body(j, s):
            def if_true():
                raise ValueError(ng.text(f'too large: {ng.shown(s)} at {ng.shown(i)}'), j)

            ng.if_(s > 20, if_true, lambda: None)
            s += j
            return s

        return ng.for_(ng.call(range, i), loop_body, s)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s
