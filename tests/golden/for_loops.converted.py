# for_loops.array_update
def array_update(v, n):
    def loop_body(i, v):
        return ng.set_item(v, i, v[i] * 2 + i)

    v = ng.for_(ng.call(range, n), loop_body, v)
    return v

# for_loops.assigned_in_both
def assigned_in_both(x):
    def loop_body(i, y):
        def if_false():
            return -i

        return ng.if_(i > x, lambda: i, if_false)

    y = ng.for_(range(12), loop_body, ng.undefined('y'))
    return ng.defined(y)

# for_loops.augmented_targets
def augmented_targets(x):
    t = ng.list_([0, 0])

    def loop_body(i, t):
        return ng.update_item(t, i % 2, '+=', x * i)

    t = ng.for_(range(4), loop_body, t)
    return t

# for_loops.bound_changes
def bound_changes(n):
    s = 0

    def loop_body(i, n, s):
        n = 2
        s += 1
        return n, s

    n, s = ng.for_(ng.call(range, n), loop_body, n, s)
    return s, n

# for_loops.contains
def contains(v, x):
    found = False
    did_break = False

    def loop_body(y, found, did_break):
        return ng.if_(y == x, lambda: (True, True), lambda: (found, did_break))

    found, did_break = ng.for_(
        v, loop_body, found, did_break, test=lambda found, did_break: ng.not_(did_break)
    )
    return found

# for_loops.defined_after_loop
def defined_after_loop(n):
    def loop_body(i, y):
        return i * n

    y = ng.for_(range(12), loop_body, ng.undefined('y'))
    return ng.defined(y)

# for_loops.else_and_break
def else_and_break(n):
    did_break = False

    def loop_body(item, i, did_break):
        i = item
        did_break = ng.if_(i == 3, lambda: True, lambda: did_break)
        return i, did_break

    i, did_break = ng.for_(
        ng.call(range, n), loop_body, ng.undefined('i'), did_break, test=lambda i, did_break: ng.not_(did_break)
    )

    def if_false():
        return ng.defined(i)

    return ng.if_(ng.not_(did_break), lambda: 100, if_false)

# for_loops.for_in_while
def for_in_while(n):
    s = 0

    def loop_body(n, s):
        def loop_body(i, s):
            s += i
            return s

        s = ng.for_(ng.call(range, n), loop_body, s)
        n -= 2
        return n, s

    n, s = ng.while_(lambda n, s: n > 0, loop_body, n, s)
    return s

# for_loops.index_after
def index_after(x):
    def loop_body(item, i, x):
        i = item
        x += i
        return i, x

    i, x = ng.for_(range(20), loop_body, ng.undefined('i'), x)
    return x, ng.defined(i)

# for_loops.index_after_dynamic
def index_after_dynamic(n):
    i = -1

    def loop_body(item, i):
        return item

    i = ng.for_(ng.call(range, n), loop_body, i)
    return i

# for_loops.index_of
def index_of(v, x):
    did_return = False

    def loop_body(i, return_value, did_return):
        return ng.if_(v[i] == x, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        ng.call(range, ng.call(len, v)),
        loop_body,
        ng.undefined(),
        did_return,
        test=lambda return_value, did_return: ng.not_(did_return),
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)

# for_loops.index_rebound
def index_rebound(x):
    s = 0

    def loop_body(item, i, s):
        i = item
        i = i * 2
        s += i * x
        return i, s

    i, s = ng.for_(range(12), loop_body, ng.undefined('i'), s)
    return s, ng.defined(i)

# for_loops.matmul
def matmul(a, b):
    c = jnp.zeros((2, 2))

    def loop_body(i, c):
        def loop_body(j, c):
            def loop_body(k, c):
                return ng.update_item(c, (i, j), '+=', a[i, k] * b[k, j])

            return ng.for_(range(2), loop_body, c)

        return ng.for_(range(2), loop_body, c)

    c = ng.for_(range(2), loop_body, c)
    return c

# for_loops.nested_break
def nested_break(n):
    s = 0

    def loop_body(i, s):
        did_break = False

        def loop_body(j, did_break, s):
            def if_false(s):
                s += j
                return did_break, s

            return ng.if_(j > i, lambda s: (True, s), if_false, s)

        did_break, s = ng.for_(
            ng.call(range, n), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
        )
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# for_loops.nested_continue
def nested_continue(n):
    s = 0

    def loop_body(i, s):
        def loop_body(j, s):
            def if_true(s):
                s += j
                return s

            return ng.if_(ng.not_(j == i), if_true, lambda s: s, s)

        s = ng.for_(ng.call(range, n), loop_body, s)

        def if_true(s):
            s += 100
            return s

        return ng.if_(ng.not_(i == 2), if_true, lambda s: s, s)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# for_loops.nested_dynamic
def nested_dynamic(n):
    s = 0

    def loop_body(i, s):
        def loop_body(j, s):
            s += i * j
            return s

        return ng.for_(ng.call(range, i), loop_body, s)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# for_loops.over_array
def over_array(v):
    s = 0

    def loop_body(x, s):
        return s * 2 + x

    s = ng.for_(v, loop_body, s)
    return s

# for_loops.over_dict
def over_dict(x):
    s = 0

    def loop_body(k, s):
        s += ng.call(len, k) * x
        return s

    s = ng.for_({'a': 1, 'b': 2}, loop_body, s)
    return s

# for_loops.over_dict_items
def over_dict_items(x):
    s = 0

    def loop_body(item, s):
        k, v = item
        s += v
        return s

    s = ng.for_(ng.call({'a': 1, 'b': x}.items), loop_body, s)
    return s

# for_loops.over_empty
def over_empty(x):
    s = 0

    def loop_body(i, s):
        s += x
        return s

    s = ng.for_([], loop_body, s)
    return s

# for_loops.over_enumerate
def over_enumerate(v):
    s = 0

    def loop_body(item, s):
        i, x = item
        s += i * x
        return s

    s = ng.for_(ng.call(enumerate, v), loop_body, s)
    return s

# for_loops.over_enumerate_from
def over_enumerate_from(v):
    s = 0

    def loop_body(item, s):
        i, x = item
        s += i * x
        return s

    s = ng.for_(ng.call(enumerate, v, 1), loop_body, s)
    return s

# for_loops.over_enumerate_zip
def over_enumerate_zip(v):
    s = 0

    def loop_body(item, s):
        i, (x, y) = item
        s += i * x - y
        return s

    s = ng.for_(ng.call(enumerate, ng.call(zip, v, v)), loop_body, s)
    return s

# for_loops.over_generator
def over_generator(x):
    s = 0

    def loop_body(y, s):
        s += y
        return s

    s = ng.for_((i * x for i in range(3)), loop_body, s)
    return s

# for_loops.over_list
def over_list(x):
    s = 0

    def loop_body(y, s):
        return s * 2 + y

    s = ng.for_([1, x, 3], loop_body, s)
    return s

# for_loops.over_long_array
def over_long_array(v):
    s = 0

    def loop_body(x, s):
        s += x * x
        return s

    s = ng.for_(v, loop_body, s)
    return s

# for_loops.over_long_reversed
def over_long_reversed(v):
    s = 0

    def loop_body(x, s):
        return (s * 2 + x) % 1000

    s = ng.for_(ng.call(reversed, v), loop_body, s)
    return s

# for_loops.over_map
def over_map(v):
    s = 0

    def loop_body(x, s):
        s += x
        return s

    s = ng.for_(ng.call(map, lambda a: a * a, v), loop_body, s)
    return s

# for_loops.over_reversed
def over_reversed(v):
    s = 0

    def loop_body(x, s):
        return (s * 2 + x) % 1000

    s = ng.for_(ng.call(reversed, v), loop_body, s)
    return s

# for_loops.over_rows
def over_rows(m):
    s = 0

    def loop_body(row, s):
        def loop_body(x, s):
            return s * 2 + x

        return ng.for_(row, loop_body, s)

    s = ng.for_(m, loop_body, s)
    return s

# for_loops.over_slice
def over_slice(v):
    s = 0

    def loop_body(x, s):
        return (s * 2 + x) % 1000

    s = ng.for_(v[1:], loop_body, s)
    return s

# for_loops.over_string
def over_string(x):
    s = 0

    def loop_body(c, s):
        s += ng.call(ord, c) * x
        return s

    s = ng.for_('abc', loop_body, s)
    return s

# for_loops.over_tuples
def over_tuples(x):
    s = 0

    def loop_body(item, s):
        a, (b, c) = item
        return s * 2 + a * b - c

    s = ng.for_([(1, (x, 2)), (x, (3, 4))], loop_body, s)
    return s

# for_loops.over_zip
def over_zip(a, b):
    s = 0

    def loop_body(item, s):
        x, y = item
        return s * 2 + x * y

    s = ng.for_(ng.call(zip, a, b), loop_body, s)
    return s

# for_loops.over_zip_range
def over_zip_range(v):
    s = 0

    def loop_body(item, s):
        i, x = item
        s += i * x
        return s

    s = ng.for_(ng.call(zip, range(3, 100), v), loop_body, s)
    return s

# for_loops.over_zip_shortest
def over_zip_shortest(a, b):
    s = 0

    def loop_body(item, s):
        x, y = item
        return s * 2 + x * y

    s = ng.for_(ng.call(zip, a, b), loop_body, s)
    return s

# for_loops.prefix_sum
def prefix_sum(v):
    def loop_body(i, v):
        return ng.set_item(v, i, v[i] + v[i - 1])

    v = ng.for_(ng.call(range, 1, ng.call(len, v)), loop_body, v)
    return v

# for_loops.previous
def previous(n):
    prev = 0
    s = 0

    def loop_body(i, s, prev):
        s += prev * i
        return s, i

    s, prev = ng.for_(ng.call(range, n), loop_body, s, prev)
    return s

# for_loops.promotes_chain
def promotes_chain(n):
    a = b = c = 0

    def loop_body(i, a, b, c):
        a = b
        b = c
        c = c + 0.5
        return a, b, c

    a, b, c = ng.for_(ng.call(range, n), loop_body, a, b, c)
    return a, b, c

# for_loops.promotes_float
def promotes_float(n):
    y = 0

    def loop_body(i, y):
        return y + 0.5

    y = ng.for_(ng.call(range, n), loop_body, y)
    return y

# for_loops.range_down
def range_down(a, b):
    s = 0

    def loop_body(i, s):
        return s * 3 + i

    s = ng.for_(ng.call(range, a, b, -2), loop_body, s)
    return s

# for_loops.range_start_stop
def range_start_stop(a, b):
    s = 0

    def loop_body(i, s):
        return s * 2 + i

    s = ng.for_(ng.call(range, a, b), loop_body, s)
    return s

# for_loops.range_static_long
def range_static_long(x):
    s = 0

    def loop_body(i, s):
        s += i * x
        return s

    s = ng.for_(range(20), loop_body, s)
    return s

# for_loops.range_static_long_step
def range_static_long_step(x):
    s = 0

    def loop_body(i, s):
        return (s + i * x) % 101

    s = ng.for_(ng.call(range, 40, 3, -3), loop_body, s)
    return s

# for_loops.range_step
def range_step(a, b, c):
    s = 0

    def loop_body(i, s):
        return s * 2 + i

    s = ng.for_(ng.call(range, a, b, c), loop_body, s)
    return s

# for_loops.range_stop
def range_stop(n):
    s = 0

    def loop_body(i, s):
        s += i
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# for_loops.return_from_nested
def return_from_nested(n, k):
    did_return = False

    def loop_body(i, return_value, did_return):
        def loop_body(j, return_value, did_return):
            def if_true():
                return_value = i, j
                return return_value, True

            return ng.if_(i * j > k, if_true, lambda: (return_value, did_return))

        return_value, did_return = ng.for_(
            ng.call(range, n), loop_body, return_value, did_return, test=lambda return_value, did_return: ng.not_(did_return)
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return return_value, did_return

    return_value, did_return = ng.for_(
        ng.call(range, n), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: (-1, -1), lambda: return_value)

# for_loops.return_inside
def return_inside(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        return ng.if_(i * i > n, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        range(20), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)

# for_loops.running_extremes
def running_extremes(v):
    lo = hi = v[0]

    def loop_body(x, lo, hi):
        def if_false(hi):
            hi = ng.if_(x > hi, lambda: x, lambda: hi)
            return lo, hi

        return ng.if_(x < lo, lambda hi: (x, hi), if_false, hi)

    lo, hi = ng.for_(v[1:], loop_body, lo, hi)
    return lo, hi

# for_loops.search
def search(n):
    found = -1
    did_break = False

    def loop_body(i, found, did_break):
        return ng.if_(i * i > n, lambda: (i, True), lambda: (found, did_break))

    found, did_break = ng.for_(
        range(20), loop_body, found, did_break, test=lambda found, did_break: ng.not_(did_break)
    )
    return found

# for_loops.starred_target
def starred_target(x):
    s = 0

    def loop_body(item, s):
        a, *b = item
        s += a * ng.call(sum, b)
        return s

    s = ng.for_([(1, 2, x), (x, 5, 6)], loop_body, s)
    return s

# for_loops.target_is_item
def target_is_item(x):
    t = ng.list_([0])

    def loop_body(item, t, x):
        t = ng.set_item(t, 0, item)
        x += t[0]
        return t, x

    t, x = ng.for_(range(3), loop_body, t, x)
    return x, t

# for_loops.underscore
def underscore(n):
    k = 1

    def loop_body(_, k):
        k *= 2
        return k

    k = ng.for_(ng.call(range, n), loop_body, k)
    return k

# for_loops.unpack_rows
def unpack_rows(m):
    s = 0

    def loop_body(item, s):
        a, b = item
        s += a * b
        return s

    s = ng.for_(m, loop_body, s)
    return s

# for_loops.while_in_for
def while_in_for(n):
    s = 0

    def loop_body(i, s):
        k = i

        def loop_body(k, s):
            s += k
            k -= 2
            return k, s

        k, s = ng.while_(lambda k, s: k > 0, loop_body, k, s)
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# for_loops.with_else
def with_else(n):
    s = 0

    def loop_body(i, s):
        s += i
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    s += 100
    return s
