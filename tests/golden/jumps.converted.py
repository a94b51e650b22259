# jumps.all_return
def all_return(x):
    def if_false():
        return ng.if_(x < 0, lambda: 2, lambda: 3)

    return ng.if_(x > 2, lambda: 1, if_false)

# jumps.break_in_nested_ifs
def break_in_nested_ifs(n):
    s = 0
    did_break = False

    def loop_body(i, s, did_break):
        def if_true(s, did_break):
            def if_true(s, did_break):
                def if_false(s):
                    s += 2
                    return s, did_break

                return ng.if_(s > 3, lambda s: (s, True), if_false, s)

            return ng.if_(
                i > n,
                if_true,
                lambda s, did_break: (s, did_break),
                s,
                did_break,
            )

        s, did_break = ng.if_(
            i > 2,
            if_true,
            lambda s, did_break: (s, did_break),
            s,
            did_break,
        )

        def if_true(s):
            s += 1
            return s

        s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
        return s, did_break

    s, did_break = ng.for_(
        range(10), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s

# jumps.break_keeps_state
def break_keeps_state(n):
    s = 0
    did_break = False

    def loop_body(item, i, did_break, s):
        i = item

        def if_false(s):
            s += i
            return did_break, s

        did_break, s = ng.if_(i > n, lambda s: (True, s), if_false, s)
        return i, did_break, s

    i, did_break, s = ng.for_(
        range(12), loop_body, ng.undefined('i'), did_break, s, test=lambda i, did_break, s: ng.not_(did_break)
    )
    s += 1000
    return s, ng.defined(i)

# jumps.called_in_a_test_that_decides_nothing
def called_in_a_test_that_decides_nothing(k):
    def count(x):
        nonlocal k
        k += 1
        return x

    x = ng.if_(ng.call(count, k) > 0, lambda: 1, lambda: 1)
    return k + x

# jumps.continue_and_break_in_one
def continue_and_break_in_one(n):
    s = 0
    did_break = False

    def loop_body(i, did_break, s):
        def if_true(did_break, s):
            def if_false(s):
                s += 1
                s += 10
                return did_break, s

            return ng.if_(i > n, lambda s: (True, s), if_false, s)

        return ng.if_(
            ng.not_(i % 3 == 0),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )

    did_break, s = ng.for_(
        range(12), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s

# jumps.continue_first
def continue_first(n):
    s = 0

    def loop_body(i, s):
        def if_true(s):
            s += i
            return s

        return ng.if_(ng.not_(i < n), if_true, lambda s: s, s)

    s = ng.for_(range(12), loop_body, s)
    return s

# jumps.continue_in_else
def continue_in_else(n):
    s = 0

    def loop_body(i, s):
        def if_true(s):
            s += 1
            s += 10
            return s

        return ng.if_(i < n, if_true, lambda s: s, s)

    s = ng.for_(range(12), loop_body, s)
    return s

# jumps.continue_in_while_true
def continue_in_while_true(n):
    i = 0
    s = 0
    did_break = False

    def loop_body(did_break, i, s):
        i += 1

        def if_true(did_break, s):
            def if_false(s):
                s += i
                return did_break, s

            return ng.if_(i > n, lambda s: (True, s), if_false, s)

        did_break, s = ng.if_(
            ng.not_(i % 2),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )
        return did_break, i, s

    did_break, i, s = ng.while_(
        lambda did_break, i, s: ng.not_(did_break),
        loop_body,
        did_break,
        i,
        s,
    )
    return s, i

# jumps.dead_code
def dead_code(n):
    return n

# jumps.early
def early(x):
    def if_true():
        return x * 2

    def if_false():
        def if_true():
            return -x

        return ng.if_(x < 0, if_true, lambda: 7)

    return ng.if_(x > 2, if_true, if_false)

# jumps.falls_off
def falls_off(x):
    return ng.if_(x > 2, lambda: x, lambda: None)

# jumps.flag_named_like_ours
def flag_named_like_ours(did_break):
    loop_body = 0
    did_break_1 = False

    def loop_body_1(item, did_break_1, loop_body):
        def if_false(loop_body):
            loop_body += item
            return did_break_1, loop_body

        return ng.if_(
            item > did_break,
            lambda loop_body: (True, loop_body),
            if_false,
            loop_body,
        )

    did_break_1, loop_body = ng.for_(
        range(10), loop_body_1, did_break_1, loop_body, test=lambda did_break_1, loop_body: ng.not_(did_break_1)
    )
    return loop_body

# jumps.for_two_returns
def for_two_returns(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        def if_false(return_value, did_return):
            def if_true():
                return_value = -i
                return return_value, True

            return ng.if_(i * 3 == n, if_true, lambda: (return_value, did_return))

        return ng.if_(
            i * 2 == n,
            lambda return_value, did_return: (i, True),
            if_false,
            return_value,
            did_return,
        )

    return_value, did_return = ng.for_(
        range(12), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: 100, lambda: return_value)

# jumps.inner_break_outer_continue
def inner_break_outer_continue(n, m):
    s = 0

    def loop_body(i, s):
        did_break = False

        def loop_body(j, did_break, s):
            def if_false(s):
                s += 1
                return did_break, s

            return ng.if_(j == 2, lambda s: (True, s), if_false, s)

        did_break, s = ng.for_(
            ng.call(range, m), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
        )

        def if_true(s):
            s += 100
            return s

        def if_false(s):
            s += 10
            return s

        return ng.if_(ng.not_(did_break), if_true, if_false, s)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# jumps.inner_return_outer_break
def inner_return_outer_break(n, m):
    did_return = False
    s = 0
    did_break = False

    def loop_body(i, s, return_value, did_return, did_break):
        def loop_body(j, s, return_value, did_return):
            s += 1

            def if_true():
                return_value = -s
                return return_value, True

            return_value, did_return = ng.if_(
                s == 20,
                if_true,
                lambda: (return_value, did_return),
            )
            return s, return_value, did_return

        s, return_value, did_return = ng.for_(
            ng.call(range, m), loop_body, s, return_value, did_return, test=lambda s, return_value, did_return: ng.not_(did_return)
        )

        def if_true(did_break):
            return ng.if_(s > 12, lambda: True, lambda: did_break)

        did_break = ng.if_(
            ng.not_(did_return),
            if_true,
            lambda did_break: did_break,
            did_break,
        )
        return s, return_value, did_return, did_break

    s, return_value, did_return, did_break = ng.for_(
        ng.call(range, n),
        loop_body,
        s,
        ng.undefined(),
        did_return,
        did_break,
        test=lambda s, return_value, did_return, did_break: ng.and_(ng.not_(did_break), lambda: ng.not_(did_return)),
    )
    return ng.if_(ng.not_(did_return), lambda: s, lambda: return_value)

# jumps.loop_always_breaks
def loop_always_breaks(n):
    s = 0
    did_break = False

    def loop_body(i, s, did_break):
        s += 1
        return s, True

    s, did_break = ng.for_(
        ng.call(range, n), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s

# jumps.loop_always_returns
def loop_always_returns(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        return 7, True

    return_value, did_return = ng.for_(
        ng.call(range, n), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: 8, lambda: return_value)

# jumps.our_names
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

# jumps.pair_where_a_captured_name_changes
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

# jumps.return_after_loop_uses_state
def return_after_loop_uses_state(n):
    did_return = False
    s = 0

    def loop_body(i, return_value, s, did_return):
        def if_false(s):
            s += i
            return return_value, s, did_return

        return ng.if_(i > n, lambda s: (s, s, True), if_false, s)

    return_value, s, did_return = ng.for_(
        range(12), loop_body, ng.undefined(), s, did_return, test=lambda return_value, s, did_return: ng.not_(did_return)
    )

    def if_true(s):
        s += 1000
        return s

    return ng.if_(ng.not_(did_return), if_true, lambda s: return_value, s)

# jumps.return_from_a_walk_in_a_branch
def return_from_a_walk_in_a_branch(a, v):
    did_return = False

    def if_true(did_return):
        def loop_body(x, return_value, did_return):
            return 2, True

        return_value, did_return = ng.for_(
            v, loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return return_value, did_return

    return_value, did_return = ng.if_(
        a,
        if_true,
        lambda did_return: (ng.undefined(), did_return),
        did_return,
    )
    return ng.if_(ng.not_(did_return), lambda: 1, lambda: return_value)

# jumps.return_in_three_loops
def return_in_three_loops(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        def loop_body(j, return_value, did_return):
            def loop_body(k, return_value, did_return):
                def if_true():
                    return_value = i * 100 + j * 10 + k
                    return return_value, True

                return ng.if_(
                    i + j + k == 5,
                    if_true,
                    lambda: (return_value, did_return),
                )

            return_value, did_return = ng.for_(
                ng.call(range, n), loop_body, return_value, did_return, test=lambda return_value, did_return: ng.not_(did_return)
            )
            ng.if_(did_return, lambda: None, lambda: None)
            return return_value, did_return

        return_value, did_return = ng.for_(
            ng.call(range, n), loop_body, return_value, did_return, test=lambda return_value, did_return: ng.not_(did_return)
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return return_value, did_return

    return_value, did_return = ng.for_(
        ng.call(range, n), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)

# jumps.return_in_try_finally
def return_in_try_finally(x):
    log = ng.list_([])
    y = ng.undefined('y')
    try:
        y = ng.if_(x > 2, lambda: 1, lambda: 2)
    finally:
        ng.call(log.append, 1)
    return ng.defined(y), ng.call(len, log)

# jumps.return_in_with
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

# jumps.return_of_several_from_a_walk
def return_of_several_from_a_walk(a, v):
    did_return = False

    def if_false(did_return):
        def loop_body(x, return_value, did_return):
            return_value = 1, a, x
            return return_value, True

        return_value, did_return = ng.for_(
            v, loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return return_value, did_return

    return_value, did_return = ng.if_(
        a,
        lambda did_return: (ng.undefined(), did_return),
        if_false,
        did_return,
    )
    return ng.if_(ng.not_(did_return), lambda: (2, 2, 2), lambda: return_value)

# jumps.return_then_work
def return_then_work(x):
    y = 1

    def if_false(y):
        y = y + x

        def if_true(y):
            return y * 10

        def if_false(y):
            y = y + 100
            return y

        return ng.if_(y < 0, if_true, if_false, y)

    return ng.if_(x > 2, lambda y: y, if_false, y)

# jumps.return_with_else
def return_with_else(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        return ng.if_(i * i == n, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        range(12), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)

# jumps.returns_nested_structures
def returns_nested_structures(x):
    def if_true():
        return {'a': (x, ng.list_([1]))}

    def if_false():
        return {'a': (0, ng.list_([x]))}

    return ng.if_(x > 2, if_true, if_false)

# jumps.returns_nothing
def returns_nothing(x):
    def if_false(x):
        x += 1
        return None

    return ng.if_(x > 2, lambda x: None, if_false, x)

# jumps.returns_tuple
def returns_tuple(x):
    return ng.if_(x > 2, lambda: (x, 1), lambda: (2, x))

# jumps.variables_named_like_modules
def variables_named_like_modules(jnp):
    lax = 0

    def loop_body(lax):
        lax += 2
        return lax

    lax = ng.while_(lambda lax: lax < jnp, loop_body, lax)
    jax = ng.if_(lax > 3, lambda: 1, lambda: 2)
    return jax + lax

# jumps.while_else_return
def while_else_return(n):
    did_return = False

    def loop_body(did_return, n, return_value):
        def if_true(n):
            return_value = -3
            return n, return_value, True

        def if_false(n):
            n -= 1
            return n, return_value, did_return

        n, return_value, did_return = ng.if_(n == 3, if_true, if_false, n)
        return did_return, n, return_value

    did_return, n, return_value = ng.while_(
        lambda did_return, n, return_value: ng.and_(ng.not_(did_return), lambda: n > 0),
        loop_body,
        did_return,
        n,
        ng.undefined(),
    )

    def if_true():
        return ng.if_(n == 0, lambda: 100, lambda: n)

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

# jumps.while_return
def while_return(n):
    did_return = False

    def loop_body(did_return, n, return_value):
        def if_false(n):
            n -= 2
            return n, return_value, did_return

        n, return_value, did_return = ng.if_(
            n == 3,
            lambda n: (n, 33, True),
            if_false,
            n,
        )
        return did_return, n, return_value

    did_return, n, return_value = ng.while_(
        lambda did_return, n, return_value: ng.and_(ng.not_(did_return), lambda: n > 0),
        loop_body,
        did_return,
        n,
        ng.undefined(),
    )
    return ng.if_(ng.not_(did_return), lambda: n, lambda: return_value)

# jumps.while_return_deep
def while_return_deep(n):
    did_return = False
    s = 0

    def loop_body(did_return, n, return_value, s):
        def if_true(return_value, s, did_return):
            def if_false(s):
                s += 1
                return return_value, s, did_return

            return ng.if_(n < 5, lambda s: (s, s, True), if_false, s)

        return_value, s, did_return = ng.if_(
            n % 2 == 0,
            if_true,
            lambda return_value, s, did_return: (return_value, s, did_return),
            return_value,
            s,
            did_return,
        )

        def if_true(n):
            n -= 1
            return n

        n = ng.if_(ng.not_(did_return), if_true, lambda n: n, n)
        return did_return, n, return_value, s

    did_return, n, return_value, s = ng.while_(
        lambda did_return, n, return_value, s: ng.and_(ng.not_(did_return), lambda: n > 0),
        loop_body,
        did_return,
        n,
        ng.undefined(),
        s,
    )

    def if_true():
        return -s

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)
