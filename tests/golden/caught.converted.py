# caught.array_in_the_called_function
def array_in_the_called_function(x):
    def put(v, i, x):
        v = v + jnp.ones(3)
        v = ng.set_item(v, i, x)
        ng.call(need, x)
        return v

    v = jnp.zeros(3)
    try:
        v = ng.call(put, v, 1, x)
        v = v + 1
    except Low:
        v = v - 1
    return v

# caught.attribute_keeps_its_value
def attribute_keeps_its_value(x):
    account = ng.call(Account, 7)
    try:
        account.balance = ng.call(need, x)
    except Low:
        account.asked = 9
    return account.balance, account.asked

# caught.break_and_continue_in_the_body
def break_and_continue_in_the_body(v):
    s = 0
    did_break = False

    def loop_body(x, did_break, s):
        did_continue = False
        try:

            def if_false(did_continue, s):

                def if_false(s):
                    s += ng.call(need, x)
                    return (did_continue, s)
                did_continue, s = ng.if_(x == 3, lambda s: (True, s), if_false, s)
                return (did_break, did_continue, s)
            did_break, did_continue, s = ng.if_(x == 7, lambda did_continue, s: (True, did_continue, s), if_false, did_continue, s)
        except High:
            s += 1000
        else:

            def if_true(s):

                def if_true(s):
                    s += 100
                    return s
                return ng.if_(ng.not_(did_continue), if_true, lambda s: s, s)
            s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
        return did_break, s

    did_break, s = ng.for_(
        v, loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s

# caught.changed_in_the_else
def changed_in_the_else(a, b, c):
    def solve(a, b, c):
        def if_true():
            raise ZeroDivisionError("not quadratic")

        ng.if_(a == 0, if_true, lambda: None)
        d = b * b - 4 * a * c

        def if_true():
            raise ValueError("no real roots")

        ng.if_(d < 0, if_true, lambda: None)
        return (-b + d ** 0.5) / (2 * a)

    x = ng.undefined('x')
    try:
        x = ng.call(solve, a, b, c)
    except ng.refused():
        raise
    except ZeroDivisionError:
        x = -100.0
    except ValueError:
        x = -200.0
    else:
        x = ng.defined(x)
        x += 1.0
    return ng.defined(x)

# caught.changes_before_stay_others_do_not_happen
def changes_before_stay_others_do_not_happen(m, n):
    bank = ng.call(Bank)
    bad = 0

    def loop_body(k, bad):
        try:
            ng.call(bank.move, k)
        except Low:
            bad += 1
        return bad

    bad = ng.for_((m, n), loop_body, bad)
    return bank.accounts["a"], bank.accounts["b"], bank.moves, bad

# caught.conditional_expression
def conditional_expression(x):
    y = 0
    try:
        y = ng.if_(x != 5, lambda: ng.call(need, x), lambda: 9)
        y = ng.list_([ng.call(need, x), ng.call(need, x + 1)])[1]
    except Low:
        y -= 1
    return y

# caught.division
def division(a, b):
    q = ng.undefined('q')
    try:
        q = a // b
    except ZeroDivisionError:
        q = -1
    return ng.defined(q)

# caught.division_in_a_called_function
def division_in_a_called_function(a, b):
    def quotient(a, b):
        return a / b

    q = ng.undefined('q')
    try:
        q = ng.call(quotient, a, b)
    except ZeroDivisionError:
        q = 0.5
    return ng.defined(q)

# caught.division_in_a_loop
def division_in_a_loop(n):
    total = 0
    skipped = 0

    def loop_body(i, total, skipped):
        try:
            total += 12 // i + 7 % i
        except ZeroDivisionError:
            skipped += 1
        return total, skipped

    total, skipped = ng.for_(ng.call(range, -n, n + 1), loop_body, total, skipped)
    return total, skipped

# caught.division_of_floats
def division_of_floats(a, b):
    try:
        a /= b
    except ArithmeticError:
        a = -1.0
    return a

# caught.divmod_by_zero
def divmod_by_zero(a, b):
    q = ng.undefined('q')
    r = ng.undefined('r')
    try:
        q, r = ng.call(divmod, a, b)
    except ZeroDivisionError:
        q = r = -1
    return ng.defined(q), ng.defined(r)

# caught.domain_in_a_called_function
def domain_in_a_called_function(x):
    import math

    def root(x):
        return ng.call(math.sqrt, x)

    r = ng.undefined('r')
    try:
        r = ng.call(root, x)
    except ng.refused():
        raise
    except ValueError:
        r = -1.0
    return ng.defined(r)

# caught.else_and_finally
def else_and_finally(x, y):
    r = 5
    try:
        r = ng.call(need, x)
        r += ng.call(need, y)
    except Low:
        r += 100
    else:
        r += 1000
    finally:
        r += 1
    return r

# caught.exception_is_read
def exception_is_read(x):
    def positive(x):
        def if_true():
            raise ValueError("negative", 7)

        ng.if_(x < 0, if_true, lambda: None)
        return x

    y = ng.undefined('y')
    try:
        y = ng.call(positive, x)
    except ng.refused():
        raise
    except ValueError as error:
        y = error.args[1]
    return ng.defined(y)

# caught.factorial_of_a_negative_number
def factorial_of_a_negative_number(n):
    did_return = False
    import math
    return_value = ng.undefined()
    try:
        return_value = ng.call(math.factorial, n)
        did_return = True
    except ng.refused():
        raise
    except ValueError:
        return_value = 0
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# caught.finally_on_the_way
def finally_on_the_way(x):
    log = ng.list_([0])

    def noted(x):
        nonlocal log
        did_return = False
        return_value = ng.undefined()
        try:
            return_value = ng.call(need, x)
            did_return = True
        finally:
            log = ng.set_item(log, 0, log[0] + 1)
        return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

    y = ng.undefined('y')
    try:
        y = ng.call(noted, x)
    except Low:
        y = -1
    return ng.defined(y), log[0]

# caught.handler_raises_another
def handler_raises_another(x):
    def turned(x):
        did_return = False
        return_value = ng.undefined()
        try:
            return_value = ng.call(need, x)
            did_return = True
        except High:
            raise KeyError('k') from None
        return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

    y = 0
    try:
        y += ng.call(turned, x)
    except KeyError:
        y = 1
    except Low:
        y = 2
    return y

# caught.index_of
def index_of(v, x):
    i = ng.undefined('i')
    try:
        i = ng.call(v.index, x)
    except ng.refused():
        raise
    except ValueError:
        i = -1
    return ng.defined(i)

# caught.item_keeps_its_value
def item_keeps_its_value(x, i):
    v = ng.list_([1, 2, 3])
    try:
        item = v[i]
        item += ng.call(need, x)
        v = ng.set_item(v, i, item)
    except ng.refused():
        raise
    except Low:
        v = ng.set_item(v, 0, 7)
    except IndexError:
        v = ng.set_item(v, 0, 9)
    return v[0], v[1], v[2]

# caught.item_of_a_dict
def item_of_a_dict(d, k):
    y = ng.undefined('y')
    try:
        y = d[k]
    except KeyError:
        y = -1
    return ng.defined(y)

# caught.item_of_a_list
def item_of_a_list(v, i):
    y = ng.undefined('y')
    try:
        y = v[i]
    except ng.refused():
        raise
    except IndexError:
        y = -1
    return ng.defined(y)

# caught.largest_of_none
def largest_of_none(n):
    did_return = False
    v = ng.list_([])

    def loop_body(k):
        def if_true():
            ng.call(v.append, k)

        ng.if_(k % 2, if_true, lambda: None)

    ng.for_(ng.call(range, n), loop_body)
    return_value = ng.undefined()
    try:
        return_value = ng.call(max, v)
        did_return = True
    except ng.refused():
        raise
    except ValueError:
        return_value = -1
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# caught.later_in_the_same_expression
def later_in_the_same_expression(x):
    seen = ng.list_([0, 0])

    def note(k):
        nonlocal seen
        seen = ng.update_item(seen, k, '+=', 1)
        return k

    z = ng.undefined('z')
    try:
        z = ng.call(note, 0) + ng.call(need, x) + ng.call(note, 1)
    except Low:
        z = 0
    return ng.defined(z), seen[0], seen[1]

# caught.loop_of_one_round
def loop_of_one_round(x):
    y = 0
    k = ng.undefined('k')
    try:

        def loop_body(k, y):
            return ng.call(need, k)
        y = ng.for_((x,), loop_body, y)
        y += 5
    except Low:
        y = -1
    return y

# caught.loop_over_known_items
def loop_over_known_items(x):
    y = 0
    k = ng.undefined('k')
    j = ng.undefined('j')
    try:

        def loop_body(k, y):

            def loop_body(j, y):
                y += ng.call(need, j)
                return y
            return ng.for_((k,), loop_body, y)
        y = ng.for_((x, x + 1, x - 2), loop_body, y)
        y += 50
    except Low:
        y = ng.at_raise('y')
        y = -y - 1
    return y

# caught.method_in_a_loop
def method_in_a_loop(balance, n):
    account = ng.call(Account, balance)
    failed = 0

    def loop_body(i, failed):
        try:
            ng.call(account.withdraw, i)
        except Low:
            failed += 1
        return failed

    failed = ng.for_(ng.call(range, n), loop_body, failed)
    return account.balance, account.asked, failed

# caught.method_with_state
def method_with_state(balance, amount):
    account = ng.call(Account, balance)
    ok = True
    try:
        ng.call(account.withdraw, amount)
        ng.call(account.withdraw, 1)
    except Low:
        ok = False
    return account.balance, account.asked, ok

# caught.name_keeps_its_value
def name_keeps_its_value(x):
    y = 5
    try:
        y = ng.call(need, x)
    except Low:
        pass
    return y

# caught.names_of_the_scope_around
def names_of_the_scope_around(x):
    count = 0

    def add(k):
        nonlocal count
        count += 1
        r = ng.call(need, k)
        count += 10
        return r

    y = ng.undefined('y')
    try:
        y = ng.call(add, x) + ng.call(add, x - 5)
    except Low:
        y = -1
    return ng.defined(y), count

# caught.nested
def nested(x):
    y = ng.undefined('y')
    try:
        y = ng.undefined('y')
        try:
            y = ng.call(need, x)
        except High:
            y = 10
    except Low:
        y = 20
    return ng.defined(y)

# caught.one_of_two_exceptions_is_read
def one_of_two_exceptions_is_read(x):
    y = ng.undefined('y')
    try:
        y = ng.call(need, x)
    except Low as error:
        y = ng.call(len, error.args[0])
    return ng.defined(y)

# caught.other_exceptions_pass
def other_exceptions_pass(x):
    y = ng.undefined('y')
    try:
        y = ng.call(need, x)
    except High:
        y = 10
    return ng.defined(y)

# caught.popped_until_empty
def popped_until_empty(n):
    v = ng.list_([])
    s = 0

    def loop_body(i):
        ng.call(v.append, i)

    ng.for_(ng.call(range, n), loop_body)
    _ = ng.undefined('_')
    try:

        def loop_body(_, s):
            s += ng.call(v.pop)
            return s
        s = ng.for_(range(5), loop_body, s)
    except ng.refused():
        raise
    except IndexError:
        s = ng.at_raise('s')
        s += 1000
    return s, ng.call(len, v)

# caught.raise_beside_calls
def raise_beside_calls(x):
    y = 3
    did_raise = False
    try:

        def if_true():
            y = 4
            y += ng.call(need, x)
            return (y, did_raise)
        y, did_raise = ng.if_(x > 5, if_true, lambda: (5, True))
    except Low:
        y = ng.at_raise('y')
        y += 100
    else:

        def if_true(y):
            y += 100
            return y
        y = ng.if_(did_raise, if_true, lambda y: y, y)
    return y

# caught.raised_in_a_match
def raised_in_a_match(m):
    did_return_1 = False

    def days(month):
        def if_false():
            def if_false():
                def if_false():
                    raise ValueError("month")
                    return None

                return ng.if_(
                    ng.and_(1 <= month, lambda: month <= 12),
                    lambda: 31,
                    if_false,
                )

            return ng.if_(
                ng.or_(month == 4, lambda: month == 6, lambda: month == 9, lambda: month == 11),
                lambda: 30,
                if_false,
            )

        return ng.if_(month == 2, lambda: 28, if_false)

    return_value_1 = ng.undefined()
    try:
        return_value_1 = ng.call(days, m)
        did_return_1 = True
    except ng.refused():
        raise
    except ValueError:
        return_value_1 = 0
        did_return_1 = True
    return ng.if_(ng.not_(did_return_1), lambda: None, lambda: return_value_1)

# caught.raised_in_a_round
def raised_in_a_round(n):
    s = 0
    did_raise = False
    i = ng.undefined('i')
    try:

        def loop_body(i, s, did_raise):
            s += i

            def if_false(s):
                s += ng.call(need, n - i, -5)
                return (did_raise, s)
            did_raise, s = ng.if_(i == n, lambda s: (True, s), if_false, s)
            return (s, did_raise)
        s, did_raise = ng.for_(range(10), loop_body, s, did_raise, test=lambda s, did_raise: ng.not_(did_raise))
        ng.if_(did_raise, lambda: None, lambda: None)
    except High:
        s = ng.at_raise('s')
        s = -s
    except Low:
        s = ng.at_raise('s')
        s = s * 1000
    else:

        def if_true(s):
            return -s
        s = ng.if_(did_raise, if_true, lambda s: s, s)
    return s

# caught.removed
def removed(v, x):
    v = ng.call(list, v)
    n = ng.undefined('n')
    try:
        ng.call(v.remove, x)
        n = 1
    except ng.refused():
        raise
    except ValueError:
        n = 0
    return ng.call(len, v), ng.defined(n)

# caught.repeated_until_it_fits
def repeated_until_it_fits(x):
    tries = 0
    did_break = False

    def loop_body(did_break, tries, x):
        tries += 1
        try:
            y = ng.call(need, x)
            did_break = True
        except Low:
            x += 3

        def if_true(did_break):
            return ng.if_(tries > 50, lambda: True, lambda: did_break)

        did_break = ng.if_(
            ng.not_(did_break),
            if_true,
            lambda did_break: did_break,
            did_break,
        )
        return did_break, tries, x

    did_break, tries, x = ng.while_(
        lambda did_break, tries, x: ng.not_(did_break),
        loop_body,
        did_break,
        tries,
        x,
    )
    return tries, x

# caught.returned_from_a_loop
def returned_from_a_loop(v):
    did_return = False

    def loop_body(x, return_value, did_return):
        try:
            return_value = ng.call(need, x, 10)
            did_return = True
        except Low:
            pass
        return return_value, did_return

    return_value, did_return = ng.for_(
        v, loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)

# caught.returned_from_the_body
def returned_from_the_body(x):
    did_return = False
    return_value = ng.undefined()
    try:
        return_value = ng.call(need, x)
        did_return = True
    except Low:
        return_value = -1
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# caught.several_handlers
def several_handlers(x):
    y = 0
    try:
        y = 1
        y = ng.call(need, x)
    except ng.refused():
        raise
    except High:
        y += 10
    except (Low, TypeError):
        y += 20
    return y

# caught.step_of_a_range
def step_of_a_range(step):
    t = 0
    k = ng.undefined('k')
    try:

        def loop_body(k, t):
            t += k
            return t
        t = ng.for_(ng.call(range, 0, 10, step), loop_body, t)
    except ng.refused():
        raise
    except ValueError:
        t = -1
    return t

# caught.test_of_a_loop
def test_of_a_loop(x):
    n = 0
    try:

        def loop_body(x, n):
            x = x * 3 - 4
            n += 1
            return (x, n)
        x, n = ng.while_(lambda x, n: ng.call(need, x) < 50, loop_body, x, n)
    except Low:
        n = ng.at_raise('n')
        x = ng.at_raise('x')
        n += 1000
    return n, x

# caught.unpacked
def unpacked(x):
    r = 0
    try:
        r = 1
        r, q = (ng.call(need, x), ng.call(need, x - 30))
    except Low:
        r += 10
    return r
