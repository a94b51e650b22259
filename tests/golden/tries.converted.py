# tries.argument_is_evaluated
def argument_is_evaluated(x):
    log = ng.list_([0])

    def note(v):
        nonlocal log
        log = ng.update_item(log, 0, '+=', v)
        return v

    did_raise = False
    y = ng.undefined('y')
    try:

        def if_true():
            ValueError(ng.call(note, x))
            return (True, ng.undefined('y'))
        did_raise, y = ng.if_(x > 10, if_true, lambda: (did_raise, x))
    except ng.refused():
        raise
    except ValueError:
        y = 0
    else:
        y = ng.if_(did_raise, lambda: 0, lambda: y)
    return ng.defined(y), log[0]

# tries.assert_and_raise
def assert_and_raise(x):
    did_raise = False
    y = ng.undefined('y')
    try:

        def if_false(did_raise):

            def if_false():
                y = x * 2
                return (did_raise, y)
            return ng.if_(x > 20, lambda: (True, ng.undefined('y')), if_false)
        did_raise, y = ng.if_(ng.not_(x > 0), lambda did_raise: (True, ng.undefined('y')), if_false, did_raise)
    except ng.refused():
        raise
    except (AssertionError, ValueError):
        y = 0
    else:
        y = ng.if_(did_raise, lambda: 0, lambda: y)
    return ng.defined(y)

# tries.assert_caught
def assert_caught(x):
    did_raise = False
    y = ng.undefined('y')
    try:

        def if_false():
            y = x * 2
            return (did_raise, y)
        did_raise, y = ng.if_(ng.not_(x > 0), lambda: (True, ng.undefined('y')), if_false)
    except AssertionError:
        y = 0
    else:
        y = ng.if_(did_raise, lambda: 0, lambda: y)
    return ng.defined(y)

# tries.bare_except
def bare_except(x):
    did_raise = False
    y = ng.undefined('y')
    try:
        did_raise, y = ng.if_(x > 10, lambda: (True, ng.undefined('y')), lambda: (did_raise, x))
    except ng.refused():
        raise
    except:
        y = -1
    else:
        y = ng.if_(did_raise, lambda: -1, lambda: y)
    return ng.defined(y)

# tries.body_continues_the_loop
def body_continues_the_loop(n):
    s = 0

    def loop_body(i, s):
        did_continue = False
        did_raise = False
        try:

            def if_false(did_raise, s):

                def if_false(s):
                    s += 1
                    return (did_raise, s)
                did_raise, s = ng.if_(i > 3, lambda s: (True, s), if_false, s)
                return (did_continue, did_raise, s)
            did_continue, did_raise, s = ng.if_(i == 1, lambda did_raise, s: (True, did_raise, s), if_false, did_raise, s)
        except ng.refused():
            raise
        except ValueError:
            s = ng.at_raise('s')
            s += 100
        else:

            def if_true(s):

                def if_true(s):
                    s += 100
                    return s

                def if_false(s):
                    s += 1000
                    return s
                return ng.if_(did_raise, if_true, if_false, s)
            s = ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)

        def if_true(s):
            s += 10
            return s

        return ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# tries.break_in_inner_finally
def break_in_inner_finally(n):
    s = 0
    did_break = False

    def loop_body(i, s, did_break):
        did_raise = False
        handler = 0
        try:
            s += 1

            def if_false(did_raise, handler):
                return ng.if_(i == 5, lambda: (True, 1), lambda: (did_raise, handler))
            did_raise, handler = ng.if_(i == 4, lambda did_raise, handler: (True, handler), if_false, did_raise, handler)
        except ng.refused():
            raise
        except ValueError:
            s += 100
        except KeyError:
            s += 1000
        else:

            def if_true(s):

                def if_true(s):
                    s += 100
                    return s

                def if_false(s):
                    s += 1000
                    return s
                return ng.if_(handler == 0, if_true, if_false, s)
            s = ng.if_(did_raise, if_true, lambda s: s, s)
        finally:

            def if_false(s):
                s += 10
                return (did_break, s)
            did_break, s = ng.if_(i > 4, lambda s: (True, s), if_false, s)
        return s, did_break

    s, did_break = ng.for_(
        ng.call(range, n), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s

# tries.catches_everything
def catches_everything(x):
    did_raise = False
    y = ng.undefined('y')
    try:
        did_raise, y = ng.if_(x > 10, lambda: (True, ng.undefined('y')), lambda: (did_raise, x))
    except ng.refused():
        raise
    except Exception:
        y = -1
    else:
        y = ng.if_(did_raise, lambda: -1, lambda: y)
    return ng.defined(y)

# tries.changes_before_the_raise_stay
def changes_before_the_raise_stay(x):
    v = ng.list_([1, 2])
    did_raise = False
    try:
        v = ng.set_item(v, 0, x)

        def if_true(v):
            v = ng.set_item(v, 1, 5)
            return (v, True)

        def if_false(v):
            v = ng.set_item(v, 1, 6)
            return (v, did_raise)
        v, did_raise = ng.if_(x > 10, if_true, if_false, v)
    except ng.refused():
        raise
    except ValueError:
        v = ng.at_raise('v')
        v = ng.set_item(v, 0, v[0] + 1)
    else:

        def if_true(v):
            return ng.set_item(v, 0, v[0] + 1)
        v = ng.if_(did_raise, if_true, lambda v: v, v)
    return v[0], v[1]

# tries.error_in_each_round
def error_in_each_round(x):
    r = 0

    def loop_body(x, r):
        try:
            {}['k']
        except KeyError as e:
            r += ng.call(len, e.args)
        x -= 1
        return x, r

    x, r = ng.while_(lambda x, r: x > 0, loop_body, x, r)
    return r

# tries.exception_is_named_only
def exception_is_named_only(x):
    did_raise = False
    y = ng.undefined('y')
    try:
        did_raise, y = ng.if_(x > 10, lambda: (True, ng.undefined('y')), lambda: (did_raise, x))
    except ng.refused():
        raise
    except ValueError as error:
        y = 0
    else:
        y = ng.if_(did_raise, lambda: 0, lambda: y)
    return ng.defined(y)

# tries.exception_is_read
def exception_is_read(x):
    did_raise = False
    handler = 0
    y = ng.undefined('y')
    error_2 = ng.undefined()
    error_1 = ng.undefined()
    try:

        def if_false(did_raise, handler):
            return ng.if_(x > 10, lambda: (True, 1, ng.undefined('y')), lambda: (did_raise, handler, x))
        did_raise, handler, y = ng.if_(x > 20, lambda did_raise, handler: (True, handler, ng.undefined('y')), if_false, did_raise, handler)
    except ng.refused():
        raise
    except ValueError as error:
        y = error.args[1]
    else:

        def if_true():

            def if_true():
                error_2 = ValueError('a', 5)
                return error_2.args[1]

            def if_false():
                error_1 = ValueError('b', 7)
                return error_1.args[1]
            return ng.if_(handler == 0, if_true, if_false)
        y = ng.if_(did_raise, if_true, lambda: y)
    return ng.defined(y)

# tries.finally_in_the_body_swallows
def finally_in_the_body_swallows(x):
    y = 0
    did_raise = False
    try:
        try:

            def if_false(y):
                y += 1
                return (did_raise, y)
            did_raise, y = ng.if_(x > 10, lambda y: (True, y), if_false, y)
        finally:
            y += 10

        def if_true(y):
            y += 100
            return y
        y = ng.if_(ng.not_(did_raise), if_true, lambda y: y, y)
    except ng.refused():
        raise
    except ValueError:
        y = ng.at_raise('y')
        y += 1000
    else:

        def if_true(y):
            y += 1000
            return y
        y = ng.if_(did_raise, if_true, lambda y: y, y)
    return y

# tries.handler_breaks_the_loop
def handler_breaks_the_loop(n):
    s = 0
    did_break = False

    def loop_body(i, s, did_break):
        did_raise = False
        try:

            def if_false(s):
                s += 1
                return (did_raise, s)
            did_raise, s = ng.if_(i > 3, lambda s: (True, s), if_false, s)
        except ng.refused():
            raise
        except ValueError:
            s = ng.at_raise('s')
            did_break = True
        else:
            did_break = ng.if_(did_raise, lambda: True, lambda: did_break)

        def if_true(s):
            s += 10
            return s

        s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
        return s, did_break

    s, did_break = ng.for_(
        ng.call(range, n), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s

# tries.handler_known_at_run_time
def handler_known_at_run_time(x):
    kinds = (ValueError,)
    y = ng.undefined('y')
    try:

        def if_true():
            raise ValueError('v')
        ng.if_(x > 10, if_true, lambda: None)
        y = x
    except kinds:
        y = 0
    return ng.defined(y)

# tries.handler_raises_again
def handler_raises_again(x):
    y = ng.undefined('y')
    try:

        def if_true():
            raise ValueError('v')
        ng.if_(x > 10, if_true, lambda: None)
        y = x
    except ng.refused():
        raise
    except ValueError:
        raise
    return ng.defined(y)

# tries.handler_raises_another
def handler_raises_another(x):
    did_raise = False
    y = ng.undefined('y')
    error_1 = ng.undefined()
    try:
        did_raise, y = ng.if_(x > 10, lambda: (True, ng.undefined('y')), lambda: (did_raise, x))
    except ng.refused():
        raise
    except ValueError as error:
        y = ng.at_raise('y')
        raise RuntimeError('large') from error
    else:

        def if_true():
            error_1 = ValueError('v')
            raise RuntimeError('large') from error_1
        ng.if_(did_raise, if_true, lambda: None)
    return ng.defined(y)

# tries.handler_raises_to_the_outer_try
def handler_raises_to_the_outer_try(x):
    y = 0
    did_raise_1 = False
    try:
        did_raise = False
        try:

            def if_false(y):
                y += 1
                return (did_raise, y)
            did_raise, y = ng.if_(x > 10, lambda y: (True, y), if_false, y)
        except ng.refused():
            raise
        except ValueError:
            y = ng.at_raise('y')

            def if_false(y):
                y += 10
                return (did_raise_1, y)
            did_raise_1, y = ng.if_(x > 20, lambda y: (True, y), if_false, y)
        else:

            def if_true(did_raise_1, y):

                def if_false(y):
                    y += 10
                    return (did_raise_1, y)
                return ng.if_(x > 20, lambda y: (True, y), if_false, y)
            did_raise_1, y = ng.if_(did_raise, if_true, lambda did_raise_1, y: (did_raise_1, y), did_raise_1, y)

        def if_true(y):
            y += 100
            return y
        y = ng.if_(ng.not_(did_raise_1), if_true, lambda y: y, y)
    except KeyError:
        y = ng.at_raise('y')
        y += 1000
    else:

        def if_true(y):
            y += 1000
            return y
        y = ng.if_(did_raise_1, if_true, lambda y: y, y)
    return y

# tries.helper_raises
def helper_raises(x):
    def checked(v):
        def if_true():
            raise ValueError("v")

        ng.if_(v > 10, if_true, lambda: None)
        return v

    y = ng.undefined('y')
    try:
        y = ng.call(checked, x)
    except ng.refused():
        raise
    except ValueError:
        y = 0
    return ng.defined(y)

# tries.in_a_function_called_in_a_branch
def in_a_function_called_in_a_branch(x):
    def f(v):
        did_return = False
        did_raise = False
        return_value = ng.undefined()
        try:

            def if_false():
                return_value = v * 2
                return (did_raise, return_value, True)
            did_raise, return_value, did_return = ng.if_(v > 20, lambda: (True, ng.undefined(), did_return), if_false)
        except ng.refused():
            raise
        except ValueError:
            return_value = 0
            did_return = True
        else:

            def if_true(did_return, return_value):
                return_value, did_return = ng.if_(did_raise, lambda: (0, True), lambda: (return_value, did_return))
                return (did_return, return_value)
            did_return, return_value = ng.if_(ng.not_(did_return), if_true, lambda did_return, return_value: (did_return, return_value), did_return, return_value)
        return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

    def if_true_1():
        return ng.call(f, x)

    def if_false_1():
        return ng.call(f, x + 20)

    return ng.if_(x > 10, if_true_1, if_false_1)

# tries.in_a_loop
def in_a_loop(n):
    s = 0
    did_raise = False
    i = ng.undefined('i')
    try:

        def loop_body(i, did_raise, s):

            def if_false(s):
                s += i
                return (did_raise, s)
            return ng.if_(i > 4, lambda s: (True, s), if_false, s)
        did_raise, s = ng.for_(ng.call(range, n), loop_body, did_raise, s, test=lambda did_raise, s: ng.not_(did_raise))

        def if_true(s):
            s += 100
            return s
        s = ng.if_(ng.not_(did_raise), if_true, lambda s: s, s)
    except ng.refused():
        raise
    except ValueError:
        s = ng.at_raise('s')
        s = -s
    else:

        def if_true(s):
            return -s
        s = ng.if_(did_raise, if_true, lambda s: s, s)
    return s

# tries.in_a_match
def in_a_match(x):
    did_raise = False
    y = ng.undefined('y')
    try:

        def if_false():
            y = x
            y += 1
            return (did_raise, y)
        did_raise, y = ng.if_(x == 15, lambda: (True, ng.undefined('y')), if_false)
    except ng.refused():
        raise
    except ValueError:
        y = 0
    else:
        y = ng.if_(did_raise, lambda: 0, lambda: y)
    return ng.defined(y)

# tries.in_a_while_with_break_and_else
def in_a_while_with_break_and_else(n):
    s = 0
    i = 0
    did_raise = False
    try:
        did_break = False

        def loop_body(did_raise, did_break, i, s):

            def if_false(i, s, did_break):
                i += 1

                def if_false(s):
                    s += i
                    return (s, did_break)
                s, did_break = ng.if_(s > 14, lambda s: (s, True), if_false, s)
                return (i, did_raise, s, did_break)
            i, did_raise, s, did_break = ng.if_(i == 7, lambda i, s, did_break: (i, True, s, did_break), if_false, i, s, did_break)
            return (did_raise, did_break, i, s)
        did_raise, did_break, i, s = ng.while_(lambda did_raise, did_break, i, s: ng.and_(ng.not_(did_raise), lambda: ng.not_(did_break), lambda: i < n), loop_body, did_raise, did_break, i, s)

        def if_true(s):

            def if_true(s):
                s += 1000
                return s
            s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
            s += 100
            return s
        s = ng.if_(ng.not_(did_raise), if_true, lambda s: s, s)
    except ng.refused():
        raise
    except ValueError:
        i = ng.at_raise('i')
        s = ng.at_raise('s')
        s = -s
    else:

        def if_true(s):
            return -s
        s = ng.if_(did_raise, if_true, lambda s: s, s)
    return s

# tries.in_nested_loops
def in_nested_loops(n):
    s = 0
    did_raise = False
    i = ng.undefined('i')
    j = ng.undefined('j')
    try:

        def loop_body(i, did_raise, s):

            def loop_body(j, did_raise, s):

                def if_false(s):
                    s += j
                    return (did_raise, s)
                return ng.if_(i * j > 6, lambda s: (True, s), if_false, s)
            did_raise, s = ng.for_(ng.call(range, i), loop_body, did_raise, s, test=lambda did_raise, s: ng.not_(did_raise))

            def if_true(s):
                s += 10
                return s
            s = ng.if_(ng.not_(did_raise), if_true, lambda s: s, s)
            return (did_raise, s)
        did_raise, s = ng.for_(ng.call(range, n), loop_body, did_raise, s, test=lambda did_raise, s: ng.not_(did_raise))

        def if_true(s):
            s += 100
            return s
        s = ng.if_(ng.not_(did_raise), if_true, lambda s: s, s)
    except ng.refused():
        raise
    except ValueError:
        s = ng.at_raise('s')
        s = -s
    else:

        def if_true(s):
            return -s
        s = ng.if_(did_raise, if_true, lambda s: s, s)
    return s

# tries.known_condition
def known_condition(x):
    y = 0

    def loop_body(mode, y):
        did_raise = False
        try:

            def if_false(y):
                y += x
                return (did_raise, y)
            did_raise, y = ng.if_(mode == 'b', lambda y: (True, y), if_false, y)
        except ng.refused():
            raise
        except ValueError as error:
            y = ng.at_raise('y')
            y += ng.call(len, error.args[0]) * x
        else:

            def if_true(y):
                error_1 = ValueError('mode')
                y += ng.call(len, error_1.args[0]) * x
                return y
            y = ng.if_(did_raise, if_true, lambda y: y, y)
        return y

    y = ng.for_(('a', 'b'), loop_body, y)
    return y

# tries.known_error_in_a_round
def known_error_in_a_round(x):
    out = ng.list_([])

    def loop_body(i):
        try:

            def if_true():
                raise KeyError(i)
            ng.if_(i == 1, if_true, lambda: None)
            ng.call(out.append, x)
        except KeyError as e:
            ng.call(out.append, e.args[0] * 10)
        else:
            ng.call(out.append, -1)

    ng.for_(range(3), loop_body)
    return out

# tries.message_of_run_time
def message_of_run_time(x):
    did_raise = False
    y = ng.undefined('y')
    try:

        def if_true():
            ValueError(ng.text(f'{ng.shown(x)} is large'))
            return (True, ng.undefined('y'))
        did_raise, y = ng.if_(x > 10, if_true, lambda: (did_raise, x))
    except ng.refused():
        raise
    except ValueError:
        y = 0
    else:
        y = ng.if_(did_raise, lambda: 0, lambda: y)
    return ng.defined(y)

# tries.name_lost_after_the_handler
def name_lost_after_the_handler(x):
    error = 3
    try:

        def if_true():
            raise ValueError('v')
        ng.if_(x > 10, if_true, lambda: None)
    except ng.refused():
        raise
    except ValueError as error:
        pass
    return x + error

# tries.nested_inner_and_outer
def nested_inner_and_outer(x):
    y = 0
    did_raise_1 = False
    try:
        did_raise = False
        try:

            def if_false(did_raise, y):

                def if_false(y):
                    y += 1
                    return (did_raise, y)
                did_raise, y = ng.if_(x > 10, lambda y: (True, y), if_false, y)
                return (did_raise_1, did_raise, y)
            did_raise_1, did_raise, y = ng.if_(x > 20, lambda did_raise, y: (True, did_raise, y), if_false, did_raise, y)
        except ng.refused():
            raise
        except ValueError:
            y = ng.at_raise('y')
            y += 10
        else:

            def if_true(y):

                def if_true(y):
                    y += 10
                    return y
                return ng.if_(did_raise, if_true, lambda y: y, y)
            y = ng.if_(ng.not_(did_raise_1), if_true, lambda y: y, y)

        def if_true(y):
            y += 100
            return y
        y = ng.if_(ng.not_(did_raise_1), if_true, lambda y: y, y)
    except KeyError:
        y = ng.at_raise('y')
        y += 1000
    else:

        def if_true(y):
            y += 1000
            return y
        y = ng.if_(did_raise_1, if_true, lambda y: y, y)
    return y

# tries.nested_inner_finally_runs
def nested_inner_finally_runs(x):
    y = 0
    did_raise_1 = False
    try:
        did_raise = False
        try:

            def if_false(did_raise, y):

                def if_false(y):
                    y += 1
                    return (did_raise, y)
                did_raise, y = ng.if_(x > 10, lambda y: (True, y), if_false, y)
                return (did_raise_1, did_raise, y)
            did_raise_1, did_raise, y = ng.if_(x > 20, lambda did_raise, y: (True, did_raise, y), if_false, did_raise, y)
        except ng.refused():
            raise
        except ValueError:
            y = ng.at_raise('y')
            y += 10
        else:

            def if_true(y):

                def if_true(y):
                    y += 10
                    return y

                def if_false(y):
                    y += 5
                    return y
                return ng.if_(did_raise, if_true, if_false, y)
            y = ng.if_(ng.not_(did_raise_1), if_true, lambda y: y, y)
        finally:
            y += 100

        def if_true(y):
            y += 1000
            return y
        y = ng.if_(ng.not_(did_raise_1), if_true, lambda y: y, y)
    except KeyError:
        y = ng.at_raise('y')
        y *= 2
    else:

        def if_true(y):
            y *= 2
            return y
        y = ng.if_(did_raise_1, if_true, lambda y: y, y)
    return y

# tries.other_raise_leaves_the_function
def other_raise_leaves_the_function(x):
    y = 0
    did_raise = False
    try:

        def if_true():
            raise TypeError('not caught')
        ng.if_(x > 10, if_true, lambda: None)

        def if_false(y):
            y += 1
            return (did_raise, y)
        did_raise, y = ng.if_(x > 0, lambda y: (True, y), if_false, y)
    except ng.refused():
        raise
    except ValueError:
        y = ng.at_raise('y')
        y += 10
    else:

        def if_true(y):
            y += 10
            return y
        y = ng.if_(did_raise, if_true, lambda y: y, y)
    finally:
        y += 100
    return y

# tries.own_check_behind_the_handler
def own_check_behind_the_handler(x):
    did_raise = False
    y = ng.undefined('y')
    try:
        did_raise, y = ng.if_(x > 10, lambda: (True, ng.undefined('y')), lambda: (did_raise, 1))
    except ng.refused():
        raise
    except ValueError:
        y = 2

        def if_true():
            raise KeyError('k')
        ng.if_(x > 20, if_true, lambda: None)
    else:

        def if_true():
            y = 2

            def if_true():
                raise KeyError('k')
            ng.if_(x > 20, if_true, lambda: None)
            return y
        y = ng.if_(did_raise, if_true, lambda: y)
    return ng.defined(y) + x

# tries.own_classes
def own_classes(x):
    did_raise = False
    handler = 0
    y = ng.undefined('y')
    try:

        def if_true(did_raise, handler):
            ng.call(Told, 3)
            return (True, handler, ng.undefined('y'))

        def if_false(did_raise, handler):
            return ng.if_(x > 10, lambda: (True, 1, ng.undefined('y')), lambda: (did_raise, handler, x))
        did_raise, handler, y = ng.if_(x > 20, if_true, if_false, did_raise, handler)
    except ng.refused():
        raise
    except ValueError:
        y = 0
    except Told:
        y = -1
    else:

        def if_true():
            return ng.if_(handler == 0, lambda: -1, lambda: 0)
        y = ng.if_(did_raise, if_true, lambda: y)
    return ng.defined(y)

# tries.python_raises_behind_the_condition
def python_raises_behind_the_condition(x, sizes={'a': 1}):
    did_raise = False
    y = ng.undefined('y')
    try:

        def if_false():
            y = sizes['b']
            return (did_raise, y)
        did_raise, y = ng.if_(x > 10, lambda: (True, ng.undefined('y')), if_false)
    except KeyError:
        y = 0
    else:
        y = ng.if_(did_raise, lambda: 0, lambda: y)
    return ng.defined(y)

# tries.python_raises_in_the_try
def python_raises_in_the_try(x, sizes={'a': 1}):
    did_raise = False
    y = ng.undefined('y')
    try:
        y = 1
        z = sizes['b']
        did_raise, y = ng.if_(x > 10, lambda: (True, y), lambda: (did_raise, 2))
    except KeyError:
        y = ng.at_raise('y')
        y += x
    else:

        def if_true(y):
            y = ng.defined(y)
            y += x
            return y
        y = ng.if_(did_raise, if_true, lambda y: y, y)
    return ng.defined(y)

# tries.raise_in_both_branches
def raise_in_both_branches(x):
    y = 0
    did_raise = False
    handler = 0
    try:
        did_raise, handler = ng.if_(x > 10, lambda: (True, handler), lambda: (True, 1))
    except ng.refused():
        raise
    except KeyError:
        y += 1
    except ValueError:
        y += 2
    else:

        def if_true(y):

            def if_true(y):
                y += 2
                return y

            def if_false(y):
                y += 1
                return y
            return ng.if_(handler == 0, if_true, if_false, y)
        y = ng.if_(did_raise, if_true, lambda y: y, y)
    return y

# tries.raise_within_a_manager
def raise_within_a_manager(x):
    import contextlib
    y = ng.undefined('y')
    try:
        with ng.call(contextlib.nullcontext):

            def if_true():
                raise ValueError('v')
            ng.if_(x > 10, if_true, lambda: None)
        y = x
    except ng.refused():
        raise
    except ValueError:
        y = 0
    return ng.defined(y)

# tries.refused_under_a_broad_handler
def refused_under_a_broad_handler(x):
    did_return = False
    y = None
    return_value = ng.undefined()
    try:
        return_value = x + y
        did_return = True
    except ng.refused():
        raise
    except TypeError:
        return_value = -5
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# tries.return_everywhere
def return_everywhere(x):
    did_return = False
    did_raise = False
    return_value = ng.undefined()
    try:

        def if_false():
            return_value = x + 1
            return (did_raise, return_value, True)
        did_raise, return_value, did_return = ng.if_(x > 10, lambda: (True, ng.undefined(), did_return), if_false)
    except ng.refused():
        raise
    except ValueError:
        return_value = 0
        did_return = True
    else:

        def if_true(did_return, return_value):
            return_value, did_return = ng.if_(did_raise, lambda: (0, True), lambda: (return_value, did_return))
            return (did_return, return_value)
        did_return, return_value = ng.if_(ng.not_(did_return), if_true, lambda did_return, return_value: (did_return, return_value), did_return, return_value)
    finally:
        x = 5
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# tries.return_in_body_after_the_raise
def return_in_body_after_the_raise(x):
    did_return = False
    did_raise = False
    return_value = ng.undefined()
    try:

        def if_false():
            return_value = x + 1
            return (did_raise, return_value, True)
        did_raise, return_value, did_return = ng.if_(x > 10, lambda: (True, ng.undefined(), did_return), if_false)
    except ng.refused():
        raise
    except ValueError:
        x = -x
    else:

        def if_true(x):

            def if_true(x):
                return -x
            return ng.if_(did_raise, if_true, lambda x: x, x)
        x = ng.if_(ng.not_(did_return), if_true, lambda x: x, x)

    def if_true():
        return x * 2

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

# tries.return_in_body_before_the_raise
def return_in_body_before_the_raise(x):
    did_return = False
    did_raise = False
    return_value = ng.undefined()
    try:

        def if_true():
            return_value = x + 1
            return (return_value, True, did_raise)
        return_value, did_return, did_raise = ng.if_(x < 10, if_true, lambda: (ng.undefined(), did_return, True))
    except ng.refused():
        raise
    except ValueError:
        return_value = 0
        did_return = True
    else:

        def if_true(did_return, return_value):
            return_value, did_return = ng.if_(did_raise, lambda: (0, True), lambda: (return_value, did_return))
            return (did_return, return_value)
        did_return, return_value = ng.if_(ng.not_(did_return), if_true, lambda did_return, return_value: (did_return, return_value), did_return, return_value)
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# tries.return_in_finally_wins
def return_in_finally_wins(x):
    did_return = False
    y = 0
    did_raise = False
    return_value = ng.undefined()
    try:
        did_raise, y = ng.if_(x > 10, lambda: (True, y), lambda: (did_raise, 1))
    except ng.refused():
        raise
    except ValueError:
        y = 2
    else:
        y = ng.if_(did_raise, lambda: 2, lambda: y)
    finally:

        def if_true():
            return_value = -1
            return (return_value, True)
        return_value, did_return = ng.if_(x > 20, if_true, lambda: (return_value, did_return))
    return ng.if_(ng.not_(did_return), lambda: y, lambda: return_value)

# tries.return_in_handler
def return_in_handler(x):
    did_return = False
    did_raise = False
    y = ng.undefined('y')
    return_value = ng.undefined()
    try:

        def if_false():
            y = x + 1
            return (did_raise, y)
        did_raise, y = ng.if_(x > 10, lambda: (True, ng.undefined('y')), if_false)
    except ng.refused():
        raise
    except ValueError:
        y = ng.at_raise('y')
        return_value = -x
        did_return = True
    else:

        def if_true():
            return_value = -x
            return (return_value, True)
        return_value, did_return = ng.if_(did_raise, if_true, lambda: (return_value, did_return))

    def if_true():
        return ng.defined(y) * 2

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

# tries.several_handlers
def several_handlers(x):
    y = x
    did_raise = False
    handler = 0
    try:

        def if_false(did_raise, y, handler):
            y += 1

            def if_false(did_raise, handler, y):
                y += 10

                def if_false(y):
                    y += 100
                    return (did_raise, handler, y)
                return ng.if_(x > 3, lambda y: (True, 2, y), if_false, y)
            did_raise, handler, y = ng.if_(x > 10, lambda did_raise, handler, y: (True, 1, y), if_false, did_raise, handler, y)
            return (did_raise, y, handler)
        did_raise, y, handler = ng.if_(x > 20, lambda did_raise, y, handler: (True, y, handler), if_false, did_raise, y, handler)
    except ng.refused():
        raise
    except KeyError:
        y = ng.at_raise('y')
        y += 1000
    except ValueError:
        y = ng.at_raise('y')
        y += 2000
    except IndexError:
        y = ng.at_raise('y')
        y += 3000
    else:

        def if_true(y):

            def if_true(y):
                y += 1000
                return y

            def if_false(y):

                def if_true(y):
                    y += 2000
                    return y

                def if_false(y):
                    y += 3000
                    return y
                return ng.if_(handler == 1, if_true, if_false, y)
            return ng.if_(handler == 0, if_true, if_false, y)
        y = ng.if_(did_raise, if_true, lambda y: y, y)
    return y

# tries.subclass_first_handler_wins
def subclass_first_handler_wins(x):
    did_raise = False
    y = ng.undefined('y')
    try:

        def if_false(did_raise):
            return ng.if_(x > 10, lambda: (True, ng.undefined('y')), lambda: (did_raise, x))
        did_raise, y = ng.if_(x > 20, lambda did_raise: (True, ng.undefined('y')), if_false, did_raise)
    except ng.refused():
        raise
    except LookupError:
        y = -1
    except KeyError:
        y = -2
    else:
        y = ng.if_(did_raise, lambda: -1, lambda: y)
    return ng.defined(y)

# tries.taken_or_not
def taken_or_not(x):
    did_raise = False
    y = ng.undefined('y')
    try:
        did_raise, y = ng.if_(x > 100, lambda: (True, ng.undefined('y')), lambda: (did_raise, 1))
    except ng.refused():
        raise
    except ValueError:
        y = 2
    else:
        y = ng.if_(did_raise, lambda: 2, lambda: y)
    return ng.defined(y)

# tries.ternary_and_and_before_the_raise
def ternary_and_and_before_the_raise(x):
    did_raise = False
    y = ng.undefined('y')
    try:
        y = ng.if_(x > 0, lambda: x, lambda: -x)

        def if_false(did_raise):
            return ng.if_(ng.not_(x > 0), lambda: True, lambda: did_raise)
        did_raise = ng.if_(ng.and_(x > 0, lambda: y > 10), lambda did_raise: True, if_false, did_raise)
    except ng.refused():
        raise
    except ValueError:
        y = 99
    else:
        y = ng.if_(did_raise, lambda: 99, lambda: y)
    return ng.defined(y)

# tries.try_in_a_helper_called_in_a_loop
def try_in_a_helper_called_in_a_loop(n):
    def step(k):
        did_return = False
        did_raise = False
        return_value = ng.undefined()
        try:

            def if_false(k):
                k = k + 10
                return (k, did_raise)
            k, did_raise = ng.if_(k % 2, lambda k: (k, True), if_false, k)
        except ng.refused():
            raise
        except RuntimeError:
            k = ng.at_raise('k')
            return_value = -k
            did_return = True
        else:

            def if_true():
                return_value = -k
                return (return_value, True)
            return_value, did_return = ng.if_(did_raise, if_true, lambda: (return_value, did_return))
        return ng.if_(ng.not_(did_return), lambda: k, lambda: return_value)

    s = 0

    def loop_body(i, s):
        s += ng.call(step, i)
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# tries.try_in_a_loop
def try_in_a_loop(n):
    s = 0

    def loop_body(i, s):
        did_continue = False
        did_raise = False
        try:

            def if_false(s):
                s += 1
                return (did_raise, s)
            did_raise, s = ng.if_(i % 2 == 0, lambda s: (True, s), if_false, s)
        except ng.refused():
            raise
        except ValueError:
            s = ng.at_raise('s')
            s += 100
            did_continue = True
        else:

            def if_true(s):
                s += 100
                return (s, True)
            s, did_continue = ng.if_(did_raise, if_true, lambda s: (s, did_continue), s)

        def if_true(s):
            s += 10
            return s

        return ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# tries.tuple_of_classes
def tuple_of_classes(x):
    did_raise = False
    y = ng.undefined('y')
    try:

        def if_false(did_raise):
            return ng.if_(x > 10, lambda: (True, ng.undefined('y')), lambda: (did_raise, x))
        did_raise, y = ng.if_(x > 20, lambda did_raise: (True, ng.undefined('y')), if_false, did_raise)
    except ng.refused():
        raise
    except (ValueError, KeyError):
        y = -x
    else:

        def if_true():
            return -x
        y = ng.if_(did_raise, if_true, lambda: y)
    return ng.defined(y)

# tries.with_else
def with_else(x):
    y = 0
    did_raise = False
    try:

        def if_false(y):
            y += 1
            return (did_raise, y)
        did_raise, y = ng.if_(x > 10, lambda y: (True, y), if_false, y)
    except KeyError:
        y = ng.at_raise('y')
        y += 10
    else:

        def if_true(y):
            y += 10
            return y

        def if_false(y):
            y += 100
            return y
        y = ng.if_(did_raise, if_true, if_false, y)
    return y

# tries.with_else_and_finally
def with_else_and_finally(x):
    log = ng.list_([])
    y = 0
    did_raise = False
    try:

        def if_false(y):
            y += 1
            return (did_raise, y)
        did_raise, y = ng.if_(x > 10, lambda y: (True, y), if_false, y)
    except KeyError:
        y = ng.at_raise('y')
        y += 10
    else:

        def if_true(y):
            y += 10
            return y

        def if_false(y):
            y += 100
            return y
        y = ng.if_(did_raise, if_true, if_false, y)
    finally:
        ng.call(log.append, 7)
        y *= 3
    return y, ng.call(len, log)

# tries.with_finally
def with_finally(x):
    y = 0
    did_raise = False
    try:

        def if_false(y):
            y += 1
            return (did_raise, y)
        did_raise, y = ng.if_(x > 10, lambda y: (True, y), if_false, y)
    except KeyError:
        y = ng.at_raise('y')
        y += 10
    else:

        def if_true(y):
            y += 10
            return y
        y = ng.if_(did_raise, if_true, lambda y: y, y)
    finally:
        y *= 3
    return y
