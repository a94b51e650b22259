# blocks.assert_in_with_suppress
def assert_in_with_suppress(x):
    import contextlib
    with ng.call(contextlib.suppress, AssertionError):
        ng.assert_(x > 0)
        x += 1
    return x

# blocks.bare_except_refusal
def bare_except_refusal(x):
    y = ng.undefined('y')
    try:
        y = ng.list_([1, 2, 3, 4])[ng.call(hash, x)]
    except ng.refused():
        raise
    except:
        y = 2
    return ng.defined(y)

# blocks.break_in_try
def break_in_try(n):
    s=0
    i=0
    did_break = False

    def loop_body(did_break, i, s):
        did_continue = False
        i += 1
        try:

            def if_false(did_continue, s):

                def if_false(s):
                    s += i
                    return (did_continue, s)
                did_continue, s = ng.if_(i == 2, lambda s: (True, s), if_false, s)
                return (did_break, did_continue, s)
            did_break, did_continue, s = ng.if_(i == 4, lambda did_continue, s: (True, did_continue, s), if_false, did_continue, s)
        finally:
            s += 10

        def if_true(s):
            def if_true(s):
                s += 100
                return s

            return ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)

        s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
        return did_break, i, s

    did_break, i, s = ng.while_(
        lambda did_break, i, s: ng.and_(ng.not_(did_break), lambda: i < n),
        loop_body,
        did_break,
        i,
        s,
    )
    return s

# blocks.break_in_try_while_true
def break_in_try_while_true(n):
    s=0
    did_break = False

    def loop_body(did_break, s):
        try:
            s += 1
            did_break = ng.if_(s > n, lambda: True, lambda: did_break)
        finally:
            s += 1
        return did_break, s

    did_break, s = ng.while_(
        lambda did_break, s: ng.not_(did_break),
        loop_body,
        did_break,
        s,
    )
    return s

# blocks.break_in_with
def break_in_with(n):
    import contextlib
    s=0
    did_break = False

    def loop_body(i, did_break, s):
        did_continue = False
        with ng.call(contextlib.nullcontext, 2) as k:
            def if_false(did_continue, s):
                def if_false(s):
                    s += i*k
                    return did_continue, s

                did_continue, s = ng.if_(i == 1, lambda s: (True, s), if_false, s)
                return did_break, did_continue, s

            did_break, did_continue, s = ng.if_(
                i == 3,
                lambda did_continue, s: (True, did_continue, s),
                if_false,
                did_continue,
                s,
            )

        def if_true(s):
            def if_true(s):
                s += 100
                return s

            return ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)

        s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
        return did_break, s

    did_break, s = ng.for_(
        ng.call(range, n), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s

# blocks.context_manager_class
def context_manager_class(x):
    class C:

        def __init__(self):
            self.n = 0

        def __enter__(self):
            if x > 2:
                self.n = x
            return self

        def __exit__(self, *a):
            if self.n > 2:
                self.n += 10
            return False
    c = ng.call(C)
    with c as d:
        d.n += 1
    return c.n

# blocks.contextmanager_traced_if
def contextmanager_traced_if(x):
    import contextlib

    @contextlib.contextmanager
    def cm(y):
        z = y + 1
        yield z

    r = ng.undefined('r')
    with ng.call(cm, x) as z:
        r = ng.if_(z > 3, lambda: 1, lambda: 2)
    return r

# blocks.contextvars_
def contextvars_(x):
    import contextlib
    r = ng.undefined('r')
    with ng.call(contextlib.ExitStack) as s:
        k = ng.call(s.enter_context, ng.call(contextlib.nullcontext, x))
        r = ng.if_(k > 2, lambda: 1, lambda: 2)
    return r

# blocks.except_everything
def except_everything(x):
    did_raise = False
    y = ng.undefined('y')
    try:
        did_raise, y = ng.if_(x < 0, lambda: (True, ng.undefined('y')), lambda: (did_raise, 1))
    except ng.refused():
        raise
    except Exception:
        y = 2
    else:
        y = ng.if_(did_raise, lambda: 2, lambda: y)
    return ng.defined(y)

# blocks.except_star_groups
def except_star_groups(x):
    s = 0
    try:
        raise ExceptionGroup('g', ng.list_([ValueError(1), TypeError(2), KeyError(3)]))
    except* (ValueError, KeyError) as e:

        def if_true(s):
            s += ng.call(len, e.exceptions)
            return s

        def if_false(s):
            s -= 1
            return s
        s = ng.if_(x > 2, if_true, if_false, s)
    except* TypeError as e:
        s += x
    else:
        s += 1000
    finally:
        s += 10
    return s

# blocks.except_type_error
def except_type_error(x):
    y = ng.undefined('y')
    try:
        y = ng.call(len, {x, 1})
    except ng.refused():
        raise
    except TypeError:
        y = 2
    return ng.defined(y)

# blocks.except_value
def except_value(x):
    y = ng.undefined('y')
    try:
        y = ng.call(len, ng.text(f'{ng.shown(x)}'))
    except ng.refused():
        raise
    except Exception:
        y = 20
    return ng.defined(y)

# blocks.exception_chain
def exception_chain(x):
    y = ng.undefined('y')
    try:
        try:
            {}['a']
        except KeyError as e:
            raise ValueError('b') from e
    except ng.refused():
        raise
    except ValueError as e:
        y = ng.if_(ng.call(isinstance, e.__cause__, KeyError), lambda: x, lambda: -x)
    return ng.defined(y)

# blocks.exit_sees_exception
def exit_sees_exception(x):
    seen = ng.list_([])
    class C:

        def __enter__(self):
            return 1

        def __exit__(self, kind, value, tb):
            seen.append(kind is not None)
            return True
    with ng.call(C):
        def if_true():
            raise ValueError("neg")

        ng.if_(x < 0, if_true, lambda: None)
    return seen[0]

# blocks.finally_with_traced_raise
def finally_with_traced_raise(x):
    log = ng.list_([0])

    def f(y):
        nonlocal log
        did_return = False
        return_value = ng.undefined()
        try:

            def if_true():
                raise ValueError('neg')
            ng.if_(y < 0, if_true, lambda: None)
            return_value = y
            did_return = True
        finally:
            log = ng.set_item(log, 0, log[0] + 1)
        return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

    return ng.call(f, x), log[0]

# blocks.nested_with_try
def nested_with_try(x):
    import contextlib
    s = 0
    did_break = False

    def loop_body(i, did_break, s):
        did_continue = False
        with ng.call(contextlib.suppress, ValueError):
            try:

                def if_false(did_break, s):

                    def if_false(s):
                        s += 1
                        return (did_break, s)
                    did_break, s = ng.if_(i > x + 1, lambda s: (True, s), if_false, s)
                    return (did_continue, did_break, s)
                did_continue, did_break, s = ng.if_(i == x, lambda did_break, s: (True, did_break, s), if_false, did_break, s)
            finally:
                s += 10

        def if_true(s):
            def if_true(s):
                s += 100
                return s

            return ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)

        s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
        return did_break, s

    did_break, s = ng.for_(
        range(4), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s

# blocks.own_contextmanager_catches
def own_contextmanager_catches(x):
    import contextlib

    @contextlib.contextmanager
    def cm():
        try:
            yield 1
        except ValueError:
            pass

    with ng.call(cm):
        def if_true():
            raise ValueError("neg")

        ng.if_(x < 0, if_true, lambda: None)
    return x

# blocks.own_contextmanager_finally
def own_contextmanager_finally(x):
    import contextlib
    log = ng.list_([0])

    @contextlib.contextmanager
    def cm():
        try:
            yield 1
        finally:
            log[0] += 1

    with ng.call(cm):
        def if_true():
            raise ValueError("neg")

        ng.if_(x < 0, if_true, lambda: None)
    return x, log[0]

# blocks.raise_from_helper_in_with
def raise_from_helper_in_with(x):
    import contextlib

    def check(y):
        def if_true():
            raise ValueError("neg")

        ng.if_(y < 0, if_true, lambda: None)
        return y

    return_value = ng.undefined()
    with ng.call(contextlib.nullcontext):
        return_value = ng.call(check, x)
    return return_value

# blocks.ret_in_finally
def ret_in_finally(x):
    did_return = False
    return_value = ng.undefined()
    try:
        return_value, did_return = ng.if_(x > 2, lambda: (x, True), lambda: (ng.undefined(), did_return))
    finally:
        return_value, did_return = ng.if_(x > 10, lambda: (100, True), lambda: (return_value, did_return))

    def if_true():
        return -x

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

# blocks.ret_in_with
def ret_in_with(x):
    import contextlib
    log = ng.list_([])

    @contextlib.contextmanager
    def cm():
        ng.call(log.append, 1)
        yield 5
        ng.call(log.append, 2)

    def inner(x):
        did_return = False
        return_value = ng.undefined()
        with ng.call(cm) as k:
            def if_true():
                return_value = x * k
                return return_value, True

            return_value, did_return = ng.if_(
                x > 2,
                if_true,
                lambda: (ng.undefined(), did_return),
            )

        def if_true():
            return -x

        return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

    return ng.call(inner, x), log

# blocks.return_in_nested_try
def return_in_nested_try(x):
    did_return = False
    return_value = ng.undefined()
    try:
        return_value = ng.undefined()
        try:
            return_value, did_return = ng.if_(x > 2, lambda: (1, True), lambda: (ng.undefined(), did_return))
        finally:
            x += 1

        def if_true(did_return, return_value):
            return_value, did_return = ng.if_(x > 1, lambda: (2, True), lambda: (return_value, did_return))
            return (did_return, return_value)
        did_return, return_value = ng.if_(ng.not_(did_return), if_true, lambda did_return, return_value: (did_return, return_value), did_return, return_value)
    finally:
        x += 10
    return ng.if_(ng.not_(did_return), lambda: x, lambda: return_value)

# blocks.return_in_try_in_loop
def return_in_try_in_loop(n):
    did_return = False
    s = 0

    def loop_body(i, return_value, s, did_return):
        try:
            return_value, did_return = ng.if_(i > 2, lambda: (s, True), lambda: (return_value, did_return))
        except ng.refused():
            raise
        except ValueError:
            s = -1
        else:

            def if_true(s):
                s += 10
                return s
            s = ng.if_(ng.not_(did_return), if_true, lambda s: s, s)
        finally:
            s += 1
        return return_value, s, did_return

    return_value, s, did_return = ng.for_(
        ng.call(range, n),
        loop_body,
        ng.undefined(),
        s,
        did_return,
        test=lambda return_value, s, did_return: ng.not_(did_return),
    )

    def if_true():
        return -s

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

# blocks.suppress_division
def suppress_division(x):
    import contextlib
    r = -1
    with ng.call(contextlib.suppress, ZeroDivisionError):
        r = 10 // x
    return r

# blocks.suppress_traced_raise
def suppress_traced_raise(x):
    import contextlib
    with ng.call(contextlib.suppress, ValueError):
        def if_true():
            raise ValueError("neg")

        ng.if_(x < 0, if_true, lambda: None)
        x += 1
    return x

# blocks.try_except_else_loop
def try_except_else_loop(x):
    s = 0

    def loop_body(k, v, s):
        did_continue = False
        try:
            v = {'a': 1, 'c': x}[k]
        except KeyError:

            def if_false(s):
                s += 50
                return (did_continue, s)
            did_continue, s = ng.if_(x > 2, lambda s: (True, s), if_false, s)
        else:

            def if_true(s):
                s += ng.defined(v)
                return s

            def if_false(s):
                s -= ng.defined(v)
                return s
            s = ng.if_(ng.defined(v) > 2, if_true, if_false, s)
        finally:
            s += 1000

        def if_true(s):
            s += 1
            return s

        s = ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)
        return v, s

    v, s = ng.for_(['a', 'b', 'c'], loop_body, ng.undefined('v'), s)
    return s

# blocks.try_nested_finally
def try_nested_finally(x):
    s = 0

    def loop_body(i, s):
        did_continue = False
        did_raise = False
        try:
            try:

                def if_false(s):
                    s += x
                    return (did_raise, s)
                did_raise, s = ng.if_(i == 1, lambda s: (True, s), if_false, s)
            finally:
                s += 10
        except KeyError:
            s = ng.at_raise('s')
            s += 100
            did_continue = True
        else:

            def if_true(s):
                s += 100
                return (s, True)
            s, did_continue = ng.if_(did_raise, if_true, lambda s: (s, did_continue), s)
        finally:
            s += 1000

        def if_true(s):
            s += 5
            return s

        return ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)

    s = ng.for_(range(3), loop_body, s)
    return s

# blocks.try_return_finally_modify
def try_return_finally_modify(x):
    def f(x):
        did_return = False
        return_value = ng.undefined()
        try:

            def if_false(x):
                x = x * 2
                return (x, ng.undefined(), did_return)
            x, return_value, did_return = ng.if_(x > 2, lambda x: (x, x, True), if_false, x)
        finally:
            x = 1000
        return ng.if_(ng.not_(did_return), lambda: x, lambda: return_value)

    return ng.call(f, x)

# blocks.with_as_target
def with_as_target(x):
    import contextlib
    v = ng.list_([0, 0])
    b = ng.undefined('b')
    with ng.call(contextlib.nullcontext, (x, 2)) as (item, b):
        v = ng.set_item(v, 0, item)
        with ng.call(contextlib.ExitStack) as st:
            ng.call(st.callback, lambda: ng.call(v.append, 1))
    return v, b

# blocks.with_exit_effect_after_return
def with_exit_effect_after_return(x):
    log = ng.list_([0])
    class S:

        def __enter__(self):
            return 5

        def __exit__(self, *a):
            log[0] += 10

    def f(x):
        nonlocal log
        did_return = False
        return_value = ng.undefined()
        with ng.call(S) as k:
            def if_true():
                return_value = x + k
                return return_value, True

            def if_false():
                nonlocal log
                log = ng.set_item(log, 0, log[0] + 1)
                return ng.undefined(), did_return

            return_value, did_return = ng.if_(x > 2, if_true, if_false)

        def if_true():
            return -x

        return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

    r = ng.call(f, x)
    return r, log[0]

# blocks.with_exit_suppresses
def with_exit_suppresses(x):
    class S:

        def __enter__(self):
            return self

        def __exit__(self, kind, value, tb):
            return kind is KeyError
    y = 0
    with ng.call(S):
        y = x
        {}["a"]
        y = 100
    return y

# blocks.with_in_while
def with_in_while(n):
    total = ng.list_([0])
    class S:

        def __enter__(self):
            total[0] += 1

        def __exit__(self, *a):
            total[0] += 10
    did_break = False

    def loop_body(did_break, n):
        nonlocal total
        with ng.call(S):
            n -= 1

            def if_true(did_break):
                nonlocal total

                def if_false():
                    nonlocal total
                    total = ng.set_item(total, 0, total[0] + 100)
                    return did_break

                return ng.if_(n == 1, lambda: True, if_false)

            did_break = ng.if_(
                ng.not_(n == 2),
                if_true,
                lambda did_break: did_break,
                did_break,
            )
        return did_break, n

    did_break, n = ng.while_(
        lambda did_break, n: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
    )
    return total[0], n

# blocks.with_multi
def with_multi(x):
    import contextlib
    c = ng.undefined('c')
    with ng.call(contextlib.nullcontext, x) as a, ng.call(contextlib.nullcontext, a + 1) as b:
        c = ng.if_(a > 2, lambda: b, lambda: a)
    return c

# blocks.with_suppress
def with_suppress(x):
    import contextlib
    with ng.call(contextlib.suppress, KeyError):
        x += 1
        {}["a"]
        x += 100
    return x

# blocks.with_traced_raise
def with_traced_raise(x):
    class C:

        def __enter__(self):
            return 1

        def __exit__(self, *a):
            return False
    with ng.call(C):
        def if_true():
            raise ValueError("neg")

        ng.if_(x < 0, if_true, lambda: None)
    return x

# blocks.with_traced_raise_swallowed
def with_traced_raise_swallowed(x):
    class C:

        def __enter__(self):
            return 1

        def __exit__(self, *a):
            return True
    with ng.call(C):
        def if_true():
            raise ValueError("neg")

        ng.if_(x < 0, if_true, lambda: None)
        x += 1
    return x
