# identities.all_of_a_map_that_prints
def all_of_a_map_that_prints(n):
    def is_small(i):
        ng.call(print, 'ask', i)
        return i < n

    return ng.call(all, ng.call(map, is_small, [1, 2, 3]))

# identities.any_of_a_map_that_logs
def any_of_a_map_that_logs(n):
    log = ng.list_([])

    def is_large(i):
        ng.call(log.append, i)
        return i >= n

    return ng.call(any, ng.call(map, is_large, range(5))), log

# identities.bytes_seen_by_two
def bytes_seen_by_two(n):
    b = bytearray(3)
    m = memoryview(b)

    def if_true(m):
        m = ng.set_item(m, 0, 7)

    ng.if_(n > 1, if_true, lambda m: None, m)
    return b[0]

# identities.calls_until_a_break
def calls_until_a_break(n):
    c = ng.list_([0])

    def draw():
        nonlocal c
        c = ng.set_item(c, 0, c[0] + 1)
        return c[0]

    did_break = False

    def loop_body(v, did_break):
        return ng.if_(v >= n, lambda: True, lambda: did_break)

    did_break = ng.for_(
        iter(draw, 5), loop_body, did_break, test=lambda did_break: ng.not_(did_break)
    )
    return c[0]

# identities.class_among_others
def class_among_others(x):
    v = ng.list_([x, 1])
    return ng.if_(
        ng.and_(ng.in_(ng.call(type, v), (list, tuple)), lambda: ng.in_(ng.call(type, x), {int, float})),
        lambda: x + 1,
        lambda: x,
    )

# identities.class_as_key
def class_as_key(n):
    sizes = {list: 1, dict: 2, int: 3}
    return n + sizes[ng.call(type, ng.list_([n]))] + sizes[ng.call(type, {'a': n})] + sizes[ng.call(type, n)]

# identities.class_attribute
def class_attribute(x):
    v = ng.list_([x, 1])
    return ng.if_(
        ng.and_(ng.call(type, v) is list, lambda: ng.call(type, x) is int),
        lambda: x + 1,
        lambda: x,
    )

# identities.class_in_a_branch
def class_in_a_branch(n):
    v = ng.list_([])

    def if_true():
        ng.call(v.append, n)

    ng.if_(n > 1, if_true, lambda: None)
    return ng.if_(ng.call(type, v) is list, lambda: 1, lambda: 0)

# identities.class_name
def class_name(x):
    v = ng.list_([x, 1])
    return ng.if_(
        ng.and_(ng.call(type, v).__name__ == 'list', lambda: ng.call(type, v).__name__ == 'list'),
        lambda: x + 1,
        lambda: x,
    )

# identities.class_of_a_list
def class_of_a_list(x):
    return ng.if_(ng.call(type, ng.list_([x])) == list, lambda: x + 1, lambda: x)

# identities.class_of_a_range
def class_of_a_range(n):
    r = ng.call(range, n)
    return ng.if_(
        ng.and_(ng.call(type, r) is range, lambda: ng.call(isinstance, r, range), lambda: ng.not_(ng.call(isinstance, r, list))),
        lambda: 1,
        lambda: 0,
    )

# identities.class_of_an_array
def class_of_an_array(n):
    a = ng.call(np.zeros, 3)
    a = ng.set_item(a, 0, n)
    return ng.if_(ng.is_(ng.call(type, a), np.ndarray), lambda: n + 1, lambda: n)

# identities.class_of_array_members
def class_of_array_members(v):
    s = 0

    def loop_body(part, s):
        return s + ng.if_(ng.in_(ng.call(type, part), (list, tuple)), lambda: 1, lambda: 10)

    s = ng.for_((v, [v, v], (v,)), loop_body, s)
    return s

# identities.class_printed
def class_printed(n):
    ng.call(
        print, ng.call(type, ng.list_([n])), ng.call(type, n), ng.call(type, ng.list_([n])).__name__
    )
    return n

# identities.classes_in_rounds
def classes_in_rounds(n):
    v, s = (ng.list_([0]), 0)

    def loop_body(i, v, s):
        v = ng.set_item(v, 0, i)

        def if_true(s):
            s += 1
            return s

        s = ng.if_(ng.call(type, v) is list, if_true, lambda s: s, s)

        def if_true(s):
            s += 10
            return s

        s = ng.if_(ng.call(type, i) is int, if_true, lambda s: s, s)
        return v, s

    v, s = ng.for_(ng.call(range, n), loop_body, v, s)
    return s

# identities.cycle_in_an_object
def cycle_in_an_object(n):
    class Turns:

        def __init__(self):
            self.names = itertools.cycle([10, 20])

        def next(self):
            return next(self.names)
    turns = ng.call(Turns)

    def if_true():
        ng.call(turns.next)

    ng.if_(n > 1, if_true, lambda: None)
    return ng.call(turns.next)

# identities.cycle_in_rounds
def cycle_in_rounds(n):
    colours, s = (ng.call(itertools.cycle, ng.list_([1, 2, 3])), 0)

    def loop_body(i, s):
        s += ng.call(next, colours)
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# identities.default_lambda
def default_lambda(n):
    return ng.call(add_and_scale, n), ng.call(by_keyword, n)

# identities.default_lambda_in_rounds
def default_lambda_in_rounds(n):
    s = 0

    def loop_body(i, s):
        s += ng.call(add_and_scale, i)
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# identities.default_lambdas_in_a_table
def default_lambdas_in_a_table(n):
    table = {'plus': lambda x, op=lambda a, b: a + b: ng.call(op, x, 1), 'times': lambda x, op=lambda a, b: a * b: ng.call(op, x, 7)}
    return ng.call(table['plus'], n), ng.call(table['times'], n)

# identities.dict_in_a_pair_changed_after
def dict_in_a_pair_changed_after(n):
    p = {'a': 0}
    s = (p, 0)

    def loop_body(i, s):
        return s[0], s[1] + i

    s = ng.for_(ng.call(range, n), loop_body, s)
    s = ng.set_item(s, 0, ng.set_item(s[0], 'a', 9), back=True)
    return p

# identities.flattened_by_class
def flattened_by_class(n):
    def total(v):
        def if_true():
            s = 0

            def loop_body(w, s):
                return s + ng.call(total, w)

            s = ng.for_(v, loop_body, s)
            return s

        return ng.if_(
            ng.or_(ng.call(type, v) == list, lambda: ng.call(type, v) == tuple),
            if_true,
            lambda: v,
        )

    return ng.call(total, ng.list_([n, (1, 2), ng.list_([3, ng.list_([n])])]))

# identities.found_in_a_text
def found_in_a_text(n):
    digits = ng.call(re.finditer, '[0-9]', '1234')

    def if_true():
        ng.call(next, digits)

    ng.if_(n > 1, if_true, lambda: None)
    return ng.call(int, ng.call(ng.call(next, digits).group))

# identities.generator_asks_for_classes
def generator_asks_for_classes(n):
    return ng.call(
        list, ng.call(flattened, ng.list_([n, ng.list_([1, ng.list_([2, n])])]))
    )

# identities.generator_chooses
def generator_chooses(n):
    def signed():
        for i in range(4):
            (yield ng.if_(i < n, lambda: i, lambda: -i))

    return ng.call(sum, ng.call(signed))

# identities.generator_counts_until_a_return
def generator_counts_until_a_return(n):
    count = 0

    def numbers():
        nonlocal count
        for i in range(5):
            count += 1
            yield i

    def first():
        did_return = False

        def loop_body(v, return_value, did_return):
            return ng.if_(v == n, lambda: (v, True), lambda: (return_value, did_return))

        return_value, did_return = ng.for_(
            ng.call(numbers), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
        )
        return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)

    return ng.call(first), count

# identities.generator_logs_until_a_break
def generator_logs_until_a_break(n):
    log = ng.list_([])

    def numbers():
        for i in range(5):
            ng.call(log.append, i)
            yield i

    did_break = False

    def loop_body(i, did_break):
        return ng.if_(i >= n, lambda: True, lambda: did_break)

    did_break = ng.for_(
        ng.call(numbers), loop_body, did_break, test=lambda did_break: ng.not_(did_break)
    )
    return log

# identities.generator_outside_that_prints
def generator_outside_that_prints(n):
    return ng.call(sum, ng.call(printed_numbers, 3)) * n

# identities.generator_that_prints
def generator_that_prints(n):
    def numbers(k):
        for i in range(3):
            ng.call(print, ng.text(f'number {ng.shown(i)} of {ng.shown(k)}'))
            yield i * k

    return ng.call(sum, ng.call(numbers, n))

# identities.items_in_few_rounds
def items_in_few_rounds(n):
    it, s = (ng.call(itertools.cycle, ng.list_([1, 2, 3])), 0)

    def loop_body(i, s):
        s += ng.call(next, it) * n
        return s

    s = ng.for_(range(4), loop_body, s)
    return s

# identities.items_in_known_rounds
def items_in_known_rounds(n):
    it, s = iter(range(100)), 0

    def loop_body(i, s):
        s += ng.call(next, it) * n
        return s

    s = ng.for_(range(20), loop_body, s)
    return s

# identities.items_that_raise
def items_that_raise(n):
    did_return = False
    s = n
    v = ng.undefined('v')
    return_value = ng.undefined()
    try:

        def loop_body(v, s):
            s += v
            return s
        s = ng.for_(ng.call(map, int, ['1', '2', 'x']), loop_body, s)
    except ng.refused():
        raise
    except ValueError:
        s = ng.at_raise('s')
        return_value = s + 100
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: s, lambda: return_value)

# identities.iterator_of_ones_own
def iterator_of_ones_own(n):
    class Numbers:

        def __init__(self):
            self.i = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.i += 1
            return self.i
    it, s = (ng.call(Numbers), 0)

    def if_true():
        ng.call(next, it)

    ng.if_(n > 1, if_true, lambda: None)

    def loop_body(k, s):
        s += ng.call(next, it)
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s, it.i

# identities.keys_in_another_order
# JAX sorts the keys of what it returns
def keys_in_another_order(n):
    d = {'a': 0, 'b': 0}

    def loop_body(i, d):
        return {'b': d['a'] + 1, 'a': d['b']}

    d = ng.for_(ng.call(range, n), loop_body, d)
    return d

# identities.keys_looked_at_in_rounds
def keys_looked_at_in_rounds(n):
    p, s = {'w': 1.0, 'b': 0.0}, 0.0

    def loop_body(_, p, s):
        def loop_body(v, s):
            return s * 2 + v

        s = ng.for_(ng.call(p.values), loop_body, s)
        p = ng.call(jax.tree.map, lambda v: v - 0.1, p)
        return p, s

    p, s = ng.for_(ng.call(range, n), loop_body, p, s)
    return s

# identities.keys_nobody_looks_at
def keys_nobody_looks_at(n):
    p = {'w': 1.0, 'b': 0.0}

    def loop_body(_, p):
        g = {'w': 0.5, 'b': p['w']}
        return ng.call(jax.tree.map, lambda v, d: v - 0.1 * d, p, g)

    p = ng.for_(ng.call(range, n), loop_body, p)
    return p['w'], p['b']

# identities.keys_of_a_dict_inside
def keys_of_a_dict_inside(n):
    s = ({'b': 0, 'a': 0}, 1)

    def loop_body(i, s):
        return {'a': 1, 'b': i}, 2

    s = ng.for_(ng.call(range, n), loop_body, s)
    return ng.call(list, s[0])

# identities.keys_read_in_known_rounds
def keys_read_in_known_rounds(rate):
    p, s = {'w': 1.0, 'b': 2.0}, 0.0

    def loop_body(i, p, s):
        def loop_body(k, s):
            return s * rate + p[k]

        s = ng.for_(p, loop_body, s)
        p = ng.call(jax.tree.map, lambda v: v - rate, p)
        return p, s

    p, s = ng.for_(range(20), loop_body, p, s)
    return s

# identities.keys_sorted_before
def keys_sorted_before(n):
    d, i = {'b': 0, 'a': 0}, 0
    d = {key: d[key] for key in ng.call(sorted, d)}

    def loop_body(i, d):
        d = ng.call(jax.tree.map, lambda v: v + 1, d)
        i += 1
        return i, d

    i, d = ng.while_(lambda i, d: i < n, loop_body, i, d)
    return d

# identities.keys_sorted_in_known_rounds
def keys_sorted_in_known_rounds(rate):
    p = {'w': 1.0, 'b': 2.0}

    def loop_body(i, p):
        return ng.call(jax.tree.map, lambda v: v - rate, p)

    p = ng.for_(range(20), loop_body, p)
    return ng.call(list, ng.call(p.items))

# identities.keys_sorted_in_rounds
def keys_sorted_in_rounds(n):
    d, i = {'b': 0, 'a': 0}, 0

    def loop_body(i, d):
        d = ng.call(jax.tree.map, lambda v: v + 1, d)
        i += 1
        return i, d

    i, d = ng.while_(lambda i, d: i < n, loop_body, i, d)
    return ng.call(list, ng.call(d.items))

# identities.list_in_a_pair_changed_after
def list_in_a_pair_changed_after(n):
    p, t = (ng.list_([0]), (ng.list_([1]), ng.list_([2])))

    def loop_body(i, t):
        return p, p

    t = ng.for_(ng.call(range, n), loop_body, t)
    t = ng.set_item(t, 0, ng.set_item(t[0], 0, 9), back=True)
    return t

# identities.list_in_a_pair_changed_inside
def list_in_a_pair_changed_inside(n):
    p = ng.list_([0])
    s = (p, 0)

    def loop_body(i, s, p):
        s = (s[0], s[1] + i)
        p = ng.set_item(p, 0, p[0] + 1)
        return s, p

    s, p = ng.for_(ng.call(range, n), loop_body, s, p)
    return s

# identities.list_in_a_pair_read
def list_in_a_pair_read(n):
    p = ng.list_([n])
    s = (p, 0)

    def loop_body(i, s):
        return s[0], s[1] + s[0][0]

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s, p

# identities.map_with_a_log_until_a_break
def map_with_a_log_until_a_break(n):
    log, s = (ng.list_([]), 0)

    def square(i):
        ng.call(log.append, i)
        return i * i

    did_break = False

    def loop_body(v, did_break, s):
        def if_false(s):
            s += v
            return did_break, s

        return ng.if_(v > n, lambda s: (True, s), if_false, s)

    did_break, s = ng.for_(
        ng.call(map, square, range(5)), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s, log

# identities.one_array_twice
def one_array_twice(n):
    m = ng.list_([ng.call(np.zeros, 2)]) * 2
    m = ng.set_item(m, n, ng.set_item(m[n], 0, 5), back=True)
    return m

# identities.one_of_two_iterators
def one_of_two_iterators(n):
    a, b = ng.call(itertools.tee, ng.list_([1, 2, 3]))

    def if_true():
        ng.call(next, a)

    ng.if_(n > 1, if_true, lambda: None)
    return ng.call(next, a) + ng.call(next, b)

# identities.one_row_assigned
def one_row_assigned(n):
    m = ng.list_([[0, 0], [1, 1]], depth=2)
    m = ng.set_item(m, 1, m[0])
    m = ng.set_item(m, n, ng.set_item(m[n], 0, 5), back=True)
    return m, ng.is_(m[n], m[0])

# identities.one_row_in_a_helper
def one_row_in_a_helper(n):
    def grid(h, w):
        return ng.list_([ng.list_([0]) * w]) * h

    def put(g, i, j, v):
        g = ng.set_item(g, i, ng.set_item(g[i], j, v), back=True)

    g = ng.call(grid, 2, 3)
    ng.call(put, g, n, 2, 7)
    return g

# identities.one_row_in_rounds
def one_row_in_rounds(n):
    g = ng.list_([ng.list_([0]) * 3]) * 3

    def loop_body(i, g):
        return ng.set_item(
            g, i % 3, ng.set_item(g[i % 3], i % 2, g[i % 3][i % 2] + 1), back=True
        )

    g = ng.for_(ng.call(range, n), loop_body, g)
    return g

# identities.one_row_many_times
def one_row_many_times(n):
    m = ng.list_([[0, 0]], depth=2) * n
    m = ng.set_item(m, 0, ng.set_item(m[0], 0, 5), back=True)
    return m

# identities.one_row_twice
def one_row_twice(n):
    m = ng.list_([[0]], depth=2) * 2
    m = ng.set_item(m, n, ng.set_item(m[n], 0, 5), back=True)
    return m

# identities.pairs_of_a_product
def pairs_of_a_product(n):
    pairs = ng.call(itertools.product, ng.list_([1, 2]), ng.list_([3, 4]))

    def if_true():
        ng.call(next, pairs)

    ng.if_(n > 1, if_true, lambda: None)
    return ng.call(next, pairs)

# identities.same_list_or_another
def same_list_or_another(n):
    a, b = (ng.list_([n]), ng.list_([n]))
    c = ng.if_(n > 1, lambda: a, lambda: b)
    return ng.is_(c, a)

# identities.some_rows_twice
def some_rows_twice(n):
    m = ng.list_([[3, 4], [1, 2]], depth=2)
    ng.call(m.append, m[0])
    m = ng.set_item(m, n, ng.set_item(m[n], 1, 8), back=True)
    return m

# identities.text_printed
def text_printed(n):
    text = ng.call(io.StringIO)
    ng.call(print, 'a', n, file=text)
    return ng.call(len, ng.call(text.getvalue))

# identities.text_written_in_a_helper
def text_written_in_a_helper(n):
    text = ng.call(io.StringIO)

    def say(word):
        ng.call(text.write, word)

    def if_true():
        ng.call(say, 'yes')

    ng.if_(n > 1, if_true, lambda: None)
    return ng.call(len, ng.call(text.getvalue))

# identities.text_written_in_known_rounds
def text_written_in_known_rounds(n):
    text, s = (ng.call(io.StringIO), 0)

    def loop_body(i, s):
        ng.call(text.write, 'x')
        s += n
        return s

    s = ng.for_(range(20), loop_body, s)
    return s + ng.call(len, ng.call(text.getvalue))

# identities.typed_array_in_few_rounds
def typed_array_in_few_rounds(n):
    a = ng.call(array.array, 'i', ng.list_([1, 2]))

    def loop_body(i, a):
        return ng.set_item(a, 0, a[0] + 2)

    a = ng.for_(range(3), loop_body, a)
    return a[0] + n

# identities.typed_array_in_rounds
def typed_array_in_rounds(n):
    a = ng.call(array.array, 'i', ng.list_([0, 0]))

    def loop_body(i, a):
        return ng.set_item(a, 0, a[0] + 1)

    a = ng.for_(ng.call(range, n), loop_body, a)
    return a[0]
