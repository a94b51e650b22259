# subscripts.ann
def ann(v, i):
    l = ng.list_([0, 0])
    l = ng.set_item(l, 0, i)
    v = ng.set_item(v, 1, i)
    return l, v

# subscripts.array_behind_setter
def array_behind_setter(v, x):
    class C:

        def __init__(self, a):
            self._a = a

        @property
        def a(self):
            return self._a

        @a.setter
        def a(self, new):
            self._a = new
    c = ng.call(C, v + 1)
    ng.set_attribute(c, 'a', ng.set_item(c.a, 0, x))
    ng.set_attribute(c, 'a', ng.update_item(c.a, 1, '+=', x))
    return c.a

# subscripts.call_container
def call_container(v, i):
    l = ng.list_([1, 2])

    def get():
        return l

    ng.call(get)[0] = i
    ng.call(get)[1] += i
    return l

# subscripts.chain_targets
def chain_targets(v, i):
    l = ng.list_([0, 0])
    a = item = b = item_1 = i + 1
    l = ng.set_item(l, 0, item)
    l = ng.set_item(l, 1, item_1)
    return a, b, l

# subscripts.change_of_a_chosen_dict
def change_of_a_chosen_dict(i, x):
    a, b = {"n": 1}, {"n": 2}
    row = ng.item((a, b), i)
    row = ng.update_item(row, 'n', '+=', x)
    return a, b

# subscripts.change_of_a_chosen_list
def change_of_a_chosen_list(i, x):
    a, b = (ng.list_([1, 2]), ng.list_([3, 4]))
    row = ng.item((a, b), i)
    row = ng.set_item(row, 0, x)
    return a, b

# subscripts.del_items
def del_items(v, x):
    l = ng.list_([1, x, 3])
    del l[0]
    d = {'a': x, 'b': 1}
    del d['b']
    return l, d

# subscripts.dict_items
def dict_items(v, i):
    d = {'k': v, 'l': ng.list_([1, 2])}
    d = ng.set_item(d, 'k', ng.update_item(d['k'], i, '+=', 1), back=True)
    d = ng.set_item(d, 'l', ng.update_item(d['l'], 0, '+=', i), back=True)
    return d

# subscripts.enumerate_into
def enumerate_into(v, i):
    l = ng.list_([0, 0])

    def loop_body(item_2, l, v):
        k, (item, item_1) = item_2
        l = ng.set_item(l, 0, item)
        l = ng.set_item(l, 1, item_1)
        v = ng.set_item(v, k, l[0] + l[1])
        return l, v

    l, v = ng.for_(ng.call(enumerate, [(1, i), (3, 4)]), loop_body, l, v)
    return v, l

# subscripts.field
def field(v, i):
    p = ng.call(P, v, ng.list_([v, 1]))
    ng.set_attribute(p, 'x', ng.set_item(p.x, i, 9))
    ng.set_attribute(p, 'y', ng.set_item(p.y, 0, ng.set_item(p.y[0], i, 7), back=True))
    return p.x, p.y

# subscripts.for_target
def for_target(v, i):
    l = ng.list_([0, 0])

    def loop_body(item, l):
        l = ng.set_item(l, 0, item)
        return ng.update_item(l, 1, '+=', l[0] * i)

    l = ng.for_(range(3), loop_body, l)
    return l

# subscripts.for_target_arr
def for_target_arr(v, i):
    def loop_body(item, v):
        v = ng.set_item(v, 0, item)
        return ng.set_item(v, 1, v[1] + 1)

    v = ng.for_(ng.call(range, i), loop_body, v)
    return v

# subscripts.from_attribute
def from_attribute(v, i):
    p = ng.call(P, (5, 6), v)
    return ng.item(p.x, i), ng.item(p.y, i)

# subscripts.from_local_tuple
def from_local_tuple(v, i):
    t = (1.5, 2.5, 3.5)
    u = ((1, v), (2, v * 2), (3, v * 3))
    return ng.item(t, i), ng.item(u, i)

# subscripts.from_mixed
def from_mixed(v, i):
    return ng.item(MIXED, i)

# subscripts.from_rows
def from_rows(v, i):
    return ng.item(ng.item(ROWS, i), 1 - i) + ng.item(ROWS, i)[0]

# subscripts.from_table
def from_table(v, i):
    return ng.item(TABLE, i), TABLE[-1], ng.item((1, 2, 3), i), ng.item((v[0], v[1], v[2]), i)

# subscripts.frozen_array
def frozen_array(v, x):
    f = ng.call(Frozen, v)
    ng.set_attribute(f, 'items', ng.set_item(f.items, 0, x))
    return f.items

# subscripts.frozen_list
def frozen_list(v, x):
    f = ng.call(Frozen, ng.list_([1, 2]))
    ng.set_attribute(f, 'items', ng.set_item(f.items, 0, x))
    return f.items

# subscripts.in_if
def in_if(v, i):
    def if_true(v):
        return ng.set_item(v, i, 0)

    def if_false(v):
        item, item_1 = v[1], v[0]
        v = ng.set_item(v, 0, item)
        return ng.set_item(v, 1, item_1)

    v = ng.if_(i > 1, if_true, if_false, v)
    return v

# subscripts.index_before_rebinding
def index_before_rebinding(v, i):
    item, item_1 = 50, i + 1
    v = ng.set_item(v, i, item)
    i = item_1
    i, item_2 = i + 1, 60
    v = ng.set_item(v, i, item_2)
    return v, i

# subscripts.item_of_a_chosen_container
def item_of_a_chosen_container(i, x):
    a, b = {"n": 1}, {"n": 2}
    return ng.item((a, b), i)['n'] + x + ng.item((ng.list_([1, 2]), ng.list_([3, 4])), i)[0]

# subscripts.item_of_a_tuple_given
def item_of_a_tuple_given(t, i):
    return t[i]

# subscripts.item_of_a_tuple_in_a_helper
def item_of_a_tuple_in_a_helper(i):
    return ng.call(chosen_by, (3, 4, 5), i) + ng.call(chosen_by, ng.list_([1, 2, 3]), i)

# subscripts.item_of_tuples_given
def item_of_tuples_given(t, i):
    a, b = t[i]
    return ng.if_(i > 0, lambda: a * b + t[i][i], lambda: t[0][i])

# subscripts.list_in_tuple
def list_in_tuple(v, x):
    t = (ng.list_([1, 2]), 3)
    t = ng.set_item(t, 0, ng.set_item(t[0], 1, x), back=True)
    t = ng.set_item(t, 0, ng.update_item(t[0], 0, '+=', x), back=True)
    return t

# subscripts.mask
def mask(v, x):
    v = ng.set_item(v, v > x, 0)
    v = ng.update_item(v, v < 0, '-=', 1)
    return v

# subscripts.masked_rows
def masked_rows(m, i):
    m = ng.update_item(m, m > 2, '+=', i)
    m = ng.set_item(m, ng.call(m.sum, axis=1) > 5, 0)
    return m

# subscripts.masked_update
def masked_update(v, x):
    m = v < x
    v = ng.update_item(v, m, '+=', 10)
    v = ng.update_item(v, v > 5, '-=', x)
    v = ng.update_item(v, v < 0, '*=', 2)
    return v

# subscripts.negative_index
def negative_index(v, i):
    return ng.item(TABLE, i - 3), ng.item((1, 2, 3), -i - 1)

# subscripts.nested_array
def nested_array(v, i):
    m = ng.call(jnp.zeros((3, 3)).astype, int)
    m = ng.set_item(m, i, ng.set_item(m[i], 1, v[i]), back=True)
    m = ng.set_item(m, 0, ng.update_item(m[0], i, '+=', 5), back=True)
    return m

# subscripts.order
def order(v, x):
    log = ng.list_([])

    def f(k):
        ng.call(log.append, k)
        return k

    l = ng.list_([[1, 2], [3, 4]], depth=2)
    index = ng.call(f, 0)
    index_1 = ng.call(f, 1)
    l = ng.set_item(l, index, ng.update_item(l[index], index_1, '+=', x), back=True)
    value = ng.call(f, 5) + x
    index_2 = ng.call(f, 1)
    index_3 = ng.call(f, 0)
    l = ng.set_item(l, index_2, ng.set_item(l[index_2], index_3, value), back=True)
    return l, log

# subscripts.owner_once
def owner_once(v, x):
    made = ng.list_([])

    def owner():
        ng.call(made.append, 1)
        return ng.call(P, ng.list_([0, 0]), 0)

    owner_1 = ng.call(owner)
    ng.set_attribute(owner_1, 'x', ng.set_item(owner_1.x, 0, x))
    owner_2 = ng.call(owner)
    ng.set_attribute(owner_2, 'x', ng.update_item(owner_2.x, 1, '+=', x))
    return ng.call(len, made)

# subscripts.readonly_array
def readonly_array(v, x):
    r = ng.call(RO, v)
    ng.set_attribute(r, 'items', ng.set_item(r.items, 0, x))
    return r.items

# subscripts.readonly_list
def readonly_list(v, x):
    r = ng.call(RO, ng.list_([1, 2, 3]))
    ng.set_attribute(r, 'items', ng.set_item(r.items, 0, x))
    ng.set_attribute(r, 'items', ng.update_item(r.items, 1, '+=', x))
    return r.items

# subscripts.rotate
def rotate(v, i):
    item, item_1, item_2 = v[1], v[2], v[0]
    v = ng.set_item(v, 0, item)
    v = ng.set_item(v, 1, item_1)
    v = ng.set_item(v, 2, item_2)
    a = b = item_3 = i
    v = ng.set_item(v, 3, item_3)
    (item_4, (item_5, *rest)), item_6 = (1, (2, 3, 4)), 5
    v = ng.set_item(v, 4, item_4)
    v = ng.set_item(v, 5, item_5)
    v = ng.set_item(v, 6, item_6)
    return v, a, b, rest

# subscripts.setter_is_not_called
def setter_is_not_called(v, x):
    class C:

        def __init__(self):
            self._l, self.calls = ([1, 2], 0)

        @property
        def l(self):
            return self._l

        @l.setter
        def l(self, new):
            self.calls += 1
            self._l = new
    c = ng.call(C)
    ng.set_attribute(c, 'l', ng.set_item(c.l, 0, x))
    ng.set_attribute(c, 'l', ng.update_item(c.l, 1, '+=', x))
    return c.l, c.calls

# subscripts.slice_items
def slice_items(v, x):
    v = ng.set_item(v, slice(None, None, 2), x)
    v = ng.set_item(v, slice(1, None, 3), v[1::3] + 1)
    v = ng.set_item(v, slice(-3, -1), v[-3:-1] * 2)
    item, item_1 = 7, 8
    v = ng.set_item(v, slice(None, 2), item)
    v = ng.set_item(v, 5, item_1)
    return v

# subscripts.slices_in_tuples
def slices_in_tuples(v, x):
    item, item_1 = v[2:4], x
    v = ng.set_item(v, slice(1, 3), item)
    v = ng.set_item(v, 5, item_1)
    v = ng.update_item(v, slice(0, 2), '+=', v[2:4])
    return v

# subscripts.star
def star(v, i, j):
    l = ng.list_([0, 0, 0])
    p = ng.call(P, 0, 0)
    item, *item_1, p.x = v[i], v[j], 3, 4
    l = ng.set_item(l, 0, item)
    l = ng.set_item(l, 1, item_1)
    return l, p.x

# subscripts.swap
def swap(v, i, j):
    item, item_1 = v[j], v[i]
    v = ng.set_item(v, i, item)
    v = ng.set_item(v, j, item_1)
    return v

# subscripts.tuple_in_loop
def tuple_in_loop(v, i):
    s = 0

    def loop_body(k, s):
        s += ng.item((1, -1), k % 2) * v[k]
        return s

    s = ng.for_(range(12), loop_body, s)
    return s + ng.item(TABLE, i)

# subscripts.tuple_index
def tuple_index(v, i):
    m = ng.call(v.reshape, 3, 4)
    m = ng.set_item(m, (i, 1), 9)
    m = ng.set_item(m, (slice(None, None), i), m[:, i] + 1)
    m = ng.update_item(m, i, '*=', 2)
    return m

# subscripts.tuple_index_in_a_condition
def tuple_index_in_a_condition(i):
    r = ng.if_(ng.item((1, 2, 3), i) > 2, lambda: 5, lambda: 7)
    return r

# subscripts.tuple_index_in_a_loop
def tuple_index_in_a_loop(n):
    sizes = (5, 6, 7)
    s = 0

    def loop_body(i, s):
        s += ng.item(sizes, i)
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# subscripts.tuple_out_of_range
def tuple_out_of_range(i):
    return ng.item((1, 2, 3), i)

# subscripts.update_by_truth
def update_by_truth(v, x):
    v = ng.update_item(v, 0, '+=', x > 1)
    v = ng.update_item(v, x, '+=', True)
    return v

# subscripts.update_in_place
def update_in_place(v, x):
    inner = ng.list_([1])
    l = ng.list_([inner, inner])
    l = ng.update_item(l, 0, '+=', ng.list_([x]))
    return l, inner

# subscripts.update_operators
def update_operators(v, x):
    v = ng.update_item(v, 0, '-=', x)
    v = ng.update_item(v, 1, '*=', x)
    v = ng.set_item(v, 2, v[2] // 2)
    v = ng.set_item(v, 3, v[3] % 3)
    v = ng.set_item(v, 4, v[4] ** 2)
    v = ng.set_item(v, 5, v[5] << 1)
    v = ng.set_item(v, 6, v[6] >> 1)
    v = ng.set_item(v, 7, v[7] & 3)
    v = ng.update_item(v, 8, '|=', x)
    v = ng.set_item(v, 9, v[9] ^ 5)
    return v

# subscripts.update_order
def update_order(v, x):
    log = ng.list_([])

    def f(k):
        ng.call(log.append, k)
        return k

    l = ng.list_([[1, 2], [3, 4]], depth=2)
    index = ng.call(f, 0)
    index_1 = ng.call(f, 1)
    item = l[index][index_1]
    item += ng.call(f, x)
    l = ng.set_item(l, index, ng.set_item(l[index], index_1, item), back=True)
    return l, log[0], log[1], ng.call(len, log)

# subscripts.update_reads_first
def update_reads_first(v, x):
    l = ng.list_([1, 2])

    def change():
        nonlocal l
        l = ng.set_item(l, 0, 50)
        return x

    container = before = l
    item = container[0]
    item += ng.call(change)
    container = ng.set_item(container, 0, item)
    l = ng.put_back(l, before, container)
    return l

# subscripts.update_set
def update_set(v, x):
    s = {1}
    d = {"s": s}
    d = ng.update_item(d, 's', '|=', {2})
    return ng.call(sorted, s), x

# subscripts.value_might_rebind_the_array
def value_might_rebind_the_array(v, x):
    def f(anew):
        nonlocal v

        def if_true():
            nonlocal v
            v = v * 0

        ng.if_(anew, if_true, lambda: None)
        return x

    container = before = v
    item = container[1]
    item += ng.call(f, False)
    container = ng.set_item(container, 1, item)
    v = ng.put_back(v, before, container)
    container_1 = before_1 = v
    item_1 = container_1[2]
    item_1 -= ng.call(f, False) * 3
    container_1 = ng.set_item(container_1, 2, item_1)
    v = ng.put_back(v, before_1, container_1)
    return v

# subscripts.value_rebinds_the_array_on_a_path
def value_rebinds_the_array_on_a_path(v, x):
    def f():
        nonlocal v

        def if_true():
            nonlocal v
            v = v * 0

        ng.if_(x > 0, if_true, lambda: None)
        return x

    container = before = v
    item = container[1]
    item += ng.call(f)
    container = ng.set_item(container, 1, item)
    v = ng.put_back(v, before, container)
    return v

# subscripts.value_rebinds_the_container
def value_rebinds_the_container(v, x):
    l, m = (ng.list_([1, 2, 3]), ng.list_([4, 5]))

    def f():
        nonlocal l, m
        l, m = (ng.list_([7, 8, 9]), ng.list_([1, 1]))
        return x

    kept = m
    value = ng.call(f) + 1
    l = ng.set_item(l, 0, value)
    container = before = m
    item = container[0]
    item += ng.call(f)
    container = ng.set_item(container, 0, item)
    m = ng.put_back(m, before, container)
    return l, m, kept

# subscripts.value_rebinds_the_list
def value_rebinds_the_list(v, x):
    m = ng.list_([4, 5])
    kept = m

    def f():
        nonlocal m
        m = ng.list_([1, 1])
        return x

    container = before = m
    item = container[0]
    item += ng.call(f)
    container = ng.set_item(container, 0, item)
    m = ng.put_back(m, before, container)
    return m, kept

# subscripts.with_target
def with_target(v, i):
    import contextlib
    l = ng.list_([0])
    with ng.call(contextlib.nullcontext, i) as item:
        l = ng.set_item(l, 0, item)
        l = ng.set_item(l, 0, l[0] + 1)
    return l

# subscripts.with_two
def with_two(v, i):
    import contextlib
    l = ng.list_([0, 0])
    with ng.call(contextlib.nullcontext, i) as item:
        l = ng.set_item(l, 0, item)
        with ng.call(contextlib.nullcontext, l[0] + 1) as item_1:
            l = ng.set_item(l, 1, item_1)
            l = ng.set_item(l, 1, l[1] + 1)
    return l
