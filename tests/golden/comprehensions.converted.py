# comprehensions.any_all
def any_all(v):
    found = False

    def loop_body(x_1, found):
        return ng.if_(x_1 > 3, lambda: True, lambda: found)

    found = ng.for_(v, loop_body, found, test=lambda found: ng.not_(found))
    failed = False

    def loop_body(x_2, failed):
        return ng.if_(ng.not_(x_2 > -9), lambda: True, lambda: failed)

    failed = ng.for_(v, loop_body, failed, test=lambda failed: ng.not_(failed))
    return found, ng.not_(failed)

# comprehensions.any_of_two
def any_of_two(v, n):
    found = False

    def loop_body(a_1, found):
        def loop_body(b_1, found):
            return ng.if_(a_1 + b_1 == n, lambda: True, lambda: found)

        found = ng.for_(v, loop_body, found, test=lambda found: ng.not_(found))
        ng.if_(found, lambda: None, lambda: None)
        return found

    found = ng.for_(v, loop_body, found, test=lambda found: ng.not_(found))
    operand = found
    failed = False

    def loop_body(a_2, failed):
        def if_true(failed):
            def loop_body(b_2, failed):
                return ng.if_(ng.not_(a_2 * b_2 < 31), lambda: True, lambda: failed)

            failed = ng.for_(
                range(3), loop_body, failed, test=lambda failed: ng.not_(failed)
            )
            ng.if_(failed, lambda: None, lambda: None)
            return failed

        return ng.if_(a_2 > n, if_true, lambda failed: failed, failed)

    failed = ng.for_(v, loop_body, failed, test=lambda failed: ng.not_(failed))
    return operand, ng.not_(failed)

# comprehensions.behind_and
def behind_and(v, x):
    value = x > 1

    def if_true():
        found = False

        def loop_body(k_1, found):
            return ng.if_(k_1 == x, lambda: True, lambda: found)

        found = ng.for_(v, loop_body, found, test=lambda found: ng.not_(found))
        return found

    return ng.if_(value, if_true, lambda: value)

# comprehensions.bools_counted
def bools_counted(v, n):
    total = 0

    def loop_body(k_1, total):
        return ng.counted(total, '+', k_1 > n)

    total = ng.for_(v, loop_body, total)
    return total, ng.call(sum, (k > n for k in [n, 1, 2]))

# comprehensions.count
def count(v):
    total = 0

    def loop_body(x_1, total):
        def if_true(total):
            return total + 1

        return ng.if_(x_1 > 0, if_true, lambda total: total, total)

    total = ng.for_(v, loop_body, total)
    total_1 = 0

    def loop_body(x_2, total_1):
        return ng.counted(total_1, '+', x_2 > 0)

    total_1 = ng.for_(v, loop_body, total_1)
    total_2 = 0

    def loop_body(x_3, total_2):
        def if_true(total_2):
            return total_2 + 1

        return ng.if_(x_3 > 0, if_true, lambda total_2: total_2, total_2)

    total_2 = ng.for_(v, loop_body, total_2)
    return total, total_1, total_2

# comprehensions.dict_items
def dict_items(v):
    return {i: x for i, x in ng.call(enumerate, v)}

# comprehensions.dict_of_static_keys
def dict_of_static_keys(v, n):
    return {k: k * n for k in range(3)}, {k for k in (1, 2)} == {1, 2}

# comprehensions.dict_vals
def dict_vals(v):
    return {k: k * v[0] for k in range(3)}

# comprehensions.enum
def enum(v):
    listed = ng.list_([])

    def loop_body(item):
        i_1, x_1 = item
        ng.call(listed.append, i_1 * x_1)

    ng.for_(ng.call(enumerate, v), loop_body)
    return listed

# comprehensions.filter_len
def filter_len(v):
    count = 0

    def loop_body(x_1, count):
        def if_true(count):
            return count + 1

        return ng.if_(x_1 > 0, if_true, lambda count: count, count)

    return ng.for_(v, loop_body, count)

# comprehensions.first
def first(v):
    next_item = -1
    did_break = False

    def loop_body(x_1, next_item, did_break):
        return ng.if_(x_1 > 2, lambda: (x_1, True), lambda: (next_item, did_break))

    next_item, did_break = ng.for_(
        v, loop_body, next_item, did_break, test=lambda next_item, did_break: ng.not_(did_break)
    )
    return next_item

# comprehensions.first_iterable_outside
def first_iterable_outside(v, x):
    i = v
    total = 0

    def loop_body(i_1, total):
        return total + i_1 * x

    total = ng.for_(i, loop_body, total)
    listed = ng.list_([])

    def loop_body(i_2):
        ng.call(listed.append, i_2)

    ng.for_(i, loop_body)
    return total, listed[1]

# comprehensions.generator_var
def generator_var(v):
    g = (x * 2 for x in v)
    return ng.call(sum, g)

# comprehensions.in_condition
def in_condition(v, n):
    failed = False

    def loop_body(k_1, failed):
        return ng.if_(ng.not_(k_1 < 10), lambda: True, lambda: failed)

    failed = ng.for_(v, loop_body, failed, test=lambda failed: ng.not_(failed))

    def if_false():
        found = False

        def loop_body(k_2, found):
            return ng.if_(k_2 == n, lambda: True, lambda: found)

        found = ng.for_(v, loop_body, found, test=lambda found: ng.not_(found))
        return ng.if_(found, lambda: 2, lambda: 3)

    r = ng.if_(ng.and_(ng.not_(failed), lambda: n > 1), lambda: 1, if_false)
    return r

# comprehensions.in_if
def in_if(v, n):
    def if_true():
        total = 0

        def loop_body(x_1, total):
            def if_true(total):
                return total + x_1

            return ng.if_(x_1 > 0, if_true, lambda total: total, total)

        total = ng.for_(v, loop_body, total)
        return total

    r = ng.if_(n > 1, if_true, lambda: 0)
    return r

# comprehensions.in_loop
def in_loop(v, n):
    r = 0

    def loop_body(i, r):
        total = 0

        def loop_body(x_1, total):
            def if_true(total):
                return total + x_1

            return ng.if_(x_1 > i, if_true, lambda total: total, total)

        total = ng.for_(v, loop_body, total)
        r += total
        return r

    r = ng.for_(ng.call(range, n), loop_body, r)
    return r

# comprehensions.in_order
def in_order(v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, x_1 * x_1)

    ng.for_(v, loop_body)
    return ng.call(sorted, listed)

# comprehensions.in_ternary
def in_ternary(v, x):
    def if_true():
        total = 0

        def loop_body(k_1, total):
            def if_true(total):
                return total + k_1

            return ng.if_(k_1 > x, if_true, lambda total: total, total)

        total = ng.for_(v, loop_body, total)
        return total

    def if_false():
        count = 0

        def loop_body(k_2, count):
            def if_true(count):
                return count + 1

            return ng.if_(k_2 < x, if_true, lambda count: count, count)

        count = ng.for_(v, loop_body, count)
        return count

    value = ng.if_(x > 1, if_true, if_false)
    r = value
    return r

# comprehensions.in_while_test
def in_while_test(v, x):
    n = 0
    did_break = False

    def loop_body(did_break, n):
        found = False

        def loop_body(k_1, found):
            return ng.if_(k_1 > n, lambda: True, lambda: found)

        found = ng.for_(v, loop_body, found, test=lambda found: ng.not_(found))

        def if_false(n):
            n += 1
            return n, did_break

        n, did_break = ng.if_(
            ng.not_(ng.and_(found, lambda: n < x + 3)),
            lambda n: (n, True),
            if_false,
            n,
        )
        return did_break, n

    did_break, n = ng.while_(
        lambda did_break, n: ng.not_(did_break),
        loop_body,
        did_break,
        n,
    )
    return n

# comprehensions.inner_sum
def inner_sum(v, n):
    listed = ng.list_([])

    def loop_body(k_1):
        operand_1 = listed.append
        total_1 = 0

        def loop_body(j_1, total_1):
            return total_1 + k_1 * j_1

        total_1 = ng.for_(ng.call(range, n), loop_body, total_1)
        ng.call(operand_1, total_1)

    ng.for_(v, loop_body)
    operand = listed[3]
    total = 0

    def loop_body(k_2, total):
        operand_2 = total
        total_2 = 0

        def loop_body(j_2, total_2):
            def if_true(total_2):
                return total_2 + j_2

            return ng.if_(j_2 != n, if_true, lambda total_2: total_2, total_2)

        total_2 = ng.for_(ng.call(range, k_2), loop_body, total_2)
        return operand_2 + total_2

    total = ng.for_(v, loop_body, total)
    return operand, total

# comprehensions.join_list
def join_list(v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, x_1)

    ng.for_(v, loop_body)
    l = listed
    ng.call(l.append, v[0])
    return l + ng.list_([1])

# comprehensions.late
def late(v):
    fs = ng.list_([lambda: i for i in range(3)])
    listed = ng.list_([])

    def loop_body(f_1):
        ng.call(listed.append, ng.call(f_1) + v[0])

    ng.for_(fs, loop_body)
    return listed

# comprehensions.lazy_operands
def lazy_operands(v, x):
    log = ng.list_([])

    def note(k):
        ng.call(log.append, k)
        return k > 0

    found = False

    def loop_body(k_1, found):
        return ng.if_(ng.call(note, k_1), lambda: True, lambda: found)

    found = ng.for_((0, 1, 2), loop_body, found, test=lambda found: ng.not_(found))
    a = found
    failed = False

    def loop_body(k_2, failed):
        return ng.if_(ng.not_(ng.call(note, k_2)), lambda: True, lambda: failed)

    failed = ng.for_((3, 0, 4), loop_body, failed, test=lambda failed: ng.not_(failed))
    b = ng.not_(failed)
    c = ng.or_(
        ng.call(len, log) == 2,
        lambda: ng.call(sum, (ng.call(note, k) for k in (5, 6))),
    )
    return a, b, c, log, x

# comprehensions.list_loop
def list_loop(v):
    s = 0
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, x_1 * 2)

    ng.for_(v, loop_body)

    def loop_body(y, s):
        s += y
        return s

    s = ng.for_(listed, loop_body, s)
    return s

# comprehensions.list_uses
def list_uses(v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, x_1 * 2)

    ng.for_(v, loop_body)
    l = listed
    return l[0], l[-1], ng.call(len, l), ng.call(sum, l), jnp.array(l), l[2:4]

# comprehensions.long
def long(v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, x_1 * 2)

    ng.for_(v, loop_body)
    return listed

# comprehensions.long_array
def long_array(v, n):
    total = 0

    def loop_body(k_1, total):
        def if_true(total):
            return total + k_1

        return ng.if_(k_1 % 3 == 0, if_true, lambda total: total, total)

    total = ng.for_(v, loop_body, total)
    total_1 = 0

    def loop_body(k_2, total_1):
        return total_1 + k_2 * k_2

    total_1 = ng.for_(v, loop_body, total_1)
    return total, total_1 + n

# comprehensions.matrix
def matrix(m):
    listed = ng.list_([])

    def loop_body(r_1):
        ng.call(listed.append, ng.call(r_1.sum))

    ng.for_(m, loop_body)
    total = 0

    def loop_body(r_2, total):
        def loop_body(x_1, total):
            def if_true(total):
                return total + x_1

            return ng.if_(x_1 > 3, if_true, lambda total: total, total)

        return ng.for_(r_2, loop_body, total)

    total = ng.for_(m, loop_body, total)
    return listed, total

# comprehensions.max_key
def max_key(v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, x_1)

    ng.for_(v, loop_body)
    return ng.call(max, listed, key=lambda a: -a * a)

# comprehensions.name_does_not_leak
def name_does_not_leak(v, x):
    i = 100
    s = ng.call(sum, (i * x for i in range(3)))
    listed = ng.list_([])

    def loop_body(i_1):
        ng.call(listed.append, i_1)

    ng.for_(v, loop_body)
    l = listed
    return s, i, l[0]

# comprehensions.nested
def nested(v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, ng.list_([x_1 * y for y in range(3)]))

    ng.for_(v, loop_body)
    return listed

# comprehensions.next_of
def next_of(v, n):
    next_item = -100
    did_break = False

    def loop_body(k_1, next_item, did_break):
        def if_true():
            next_item = k_1 * 2
            return next_item, True

        return ng.if_(k_1 > n, if_true, lambda: (next_item, did_break))

    next_item, did_break = ng.for_(
        v, loop_body, next_item, did_break, test=lambda next_item, did_break: ng.not_(did_break)
    )
    next_item_1 = n
    did_break_1 = False

    def loop_body(k_2, next_item_1, did_break_1):
        return ng.if_(k_2 > 50, lambda: (k_2, True), lambda: (next_item_1, did_break_1))

    next_item_1, did_break_1 = ng.for_(
        v, loop_body, next_item_1, did_break_1, test=lambda next_item_1, did_break_1: ng.not_(did_break_1)
    )
    return next_item, next_item_1

# comprehensions.order_of_operands
def order_of_operands(v, x):
    log = ng.list_([])

    def note(k):
        ng.call(log.append, k)
        return k

    r = ng.call(note, 1) + ng.call(sum, (ng.call(note, 2) for i in range(2))) * ng.call(note, 3) + x
    return r, log

# comprehensions.product_of_ranges
def product_of_ranges(v, n):
    total = 0

    def loop_body(i_1, total):
        def loop_body(j_1, total):
            def if_true(total):
                return total + i_1 * j_1

            return ng.if_((i_1 + j_1) % 2 == 0, if_true, lambda total: total, total)

        return ng.for_(ng.call(range, i_1), loop_body, total)

    return ng.for_(ng.call(range, n), loop_body, total)

# comprehensions.shadowed_sum
def shadowed_sum(v, x):
    sum = lambda items: 7
    return ng.call(sum, (k for k in v if True)) + x

# comprehensions.start_of_sum
def start_of_sum(v, x):
    total = x

    def loop_body(k_1, total):
        def if_true(total):
            return total + k_1

        return ng.if_(k_1 > 0, if_true, lambda total: total, total)

    total = ng.for_(v, loop_body, total)
    total_1 = 1.5

    def loop_body(k_2, total_1):
        return total_1 + k_2 * 0.5

    total_1 = ng.for_(v, loop_body, total_1)
    return total, total_1

# comprehensions.static_words
def static_words(v, n):
    words = ng.list_(['a', 'bcd', 'ef'])
    total = 0

    def loop_body(w_1, total):
        def if_true(total):
            return total + ng.call(len, w_1)

        return ng.if_(w_1 != 'ef', if_true, lambda total: total, total)

    total = ng.for_(words, loop_body, total)
    operand = total + n
    listed = ng.list_([])

    def loop_body(w_2):
        def if_true():
            ng.call(listed.append, w_2)

        ng.if_(ng.call(len, w_2) > 1, if_true, lambda: None)

    ng.for_(words, loop_body)
    return operand, listed[0] == 'bcd'

# comprehensions.sum_filter
def sum_filter(v):
    total = 0

    def loop_body(x_1, total):
        def if_true(total):
            return total + x_1

        return ng.if_(x_1 > 0, if_true, lambda total: total, total)

    return ng.for_(v, loop_body, total)

# comprehensions.sum_plain
def sum_plain(v):
    total = 0

    def loop_body(x_1, total):
        return total + x_1 * x_1

    return ng.for_(v, loop_body, total)

# comprehensions.tern
def tern(v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, ng.if_(x_1 > 0, lambda: x_1, lambda: -x_1))

    ng.for_(v, loop_body)
    return listed

# comprehensions.traced_range
def traced_range(v, n):
    total = 0

    def loop_body(i_1, total):
        return total + i_1 * i_1

    return ng.for_(ng.call(range, n), loop_body, total)

# comprehensions.tuple_items
def tuple_items(v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, (x_1, x_1 > 0))

    ng.for_(v, loop_body)
    return listed

# comprehensions.two
def two(v):
    listed = ng.list_([])

    def loop_body(x_1):
        def loop_body(y_1):
            ng.call(listed.append, x_1 * y_1)

        ng.for_(range(2), loop_body)

    ng.for_(v, loop_body)
    return listed

# comprehensions.with_helper
def with_helper(v, n):
    def f(a):
        def if_true():
            return a * 2

        return ng.if_(a > n, if_true, lambda: a)

    total = 0

    def loop_body(a_1, total):
        return total + ng.call(f, a_1)

    total = ng.for_(v, loop_body, total)
    operand = total
    listed = ng.list_([])

    def loop_body(a_2):
        ng.call(listed.append, ng.call(f, a_2))

    ng.for_(v, loop_body)
    return operand, listed[4]

# comprehensions.zipped
def zipped(v):
    listed = ng.list_([])

    def loop_body(item):
        a_1, b_1 = item
        ng.call(listed.append, a_1 * b_1)

    ng.for_(ng.call(zip, v, v[::-1]), loop_body)
    return listed
