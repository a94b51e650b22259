# heap.append_both
def append_both(x):
    l = ng.list_([0])

    def if_true():
        ng.call(l.append, x)

    def if_false():
        ng.call(l.append, -x)

    ng.if_(x > 0, if_true, if_false)
    return l

# heap.append_helper
def append_helper(x):
    l = ng.list_([])

    def add(a):
        def if_true():
            ng.call(l.append, a)

        def if_false():
            ng.call(l.append, 0)

        ng.if_(a > 0, if_true, if_false)

    ng.call(add, x)
    ng.call(add, -x)
    return l

# heap.append_in_dynamic_loop
def append_in_dynamic_loop(n):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i)

    ng.for_(ng.call(range, n), loop_body)
    return l

# heap.append_in_long_static_loop
def append_in_long_static_loop(x):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i * x)

    ng.for_(range(12), loop_body)
    return l

# heap.append_in_static_loop
def append_in_static_loop(x):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i * x)

    ng.for_(range(4), loop_body)
    return l, ng.call(len, l)

# heap.append_one_side
def append_one_side(x):
    l = ng.list_([0])

    def if_true():
        ng.call(l.append, x)

    ng.if_(x > 0, if_true, lambda: None)
    return l

# heap.array_in_object
def array_in_object(n):
    b = ng.call(Box, jnp.zeros(3, int))

    def loop_body(i):
        b.v = b.v + i

    ng.for_(ng.call(range, n), loop_body)
    return b.v

# heap.attribute
def attribute(x):
    b = ng.call(Box)

    def if_true():
        b.v = x

    ng.if_(x > 0, if_true, lambda: None)
    return b.v

# heap.attribute_of_alias
def attribute_of_alias(x):
    a = b = ng.call(Box)

    def if_true():
        a.v = x

    ng.if_(x > 0, if_true, lambda: None)
    return b.v

# heap.branch_in_loop
def branch_in_loop(n):
    b = ng.call(Box)

    def loop_body(i):
        def if_true():
            b.v += i

        def if_false():
            b.v -= 1

        ng.if_(i % 2 == 0, if_true, if_false)

    ng.for_(ng.call(range, n), loop_body)
    return b.v

# heap.break_keeps
def break_keeps(x):
    b = ng.call(Box)
    did_break = False

    def loop_body(i, did_break):
        b.v += 1
        return ng.if_(i > x, lambda: True, lambda: did_break)

    did_break = ng.for_(
        range(12), loop_body, did_break, test=lambda did_break: ng.not_(did_break)
    )
    return b.v

# heap.class_attribute
def class_attribute(n):
    class C:
        total = 0

    def loop_body(i):
        C.total += i

    ng.for_(ng.call(range, n), loop_body)
    return C.total

# heap.counter_dict
def counter_dict(x):
    c = ng.call(collections.Counter)

    def loop_body(i, c):
        return ng.update_item(c, 'k', '+=', x)

    c = ng.for_(range(4), loop_body, c)
    return c['k']

# heap.default_argument
def default_argument(x):
    def g(a, seen=[]):
        ng.call(seen.append, a)
        return ng.call(len, seen)

    ng.call(g, x)
    return ng.call(g, x)

# heap.deque_in_a_loop
def deque_in_a_loop(n):
    d = ng.call(collections.deque, ng.list_([1, 2, 3]), maxlen=3)
    e = d

    def loop_body(n):
        ng.call(d.append, n)
        return n - 1

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return ng.call(list, e)

# heap.deque_items
def deque_items(x):
    d = ng.call(collections.deque, ng.list_([1, 2]))

    def if_true():
        ng.call(d.rotate, 1)

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(list, d), ng.call(len, d)

# heap.dict_in_loop
def dict_in_loop(n):
    d = {'a': 0, 'b': 1}

    def loop_body(i, d):
        return ng.update_item(d, 'a', '+=', i * d['b'])

    d = ng.for_(ng.call(range, n), loop_body, d)
    return d

# heap.dict_methods
def dict_methods(x):
    d = {'a': x}
    ng.call(d.update, b=2)
    ng.call(d.setdefault, 'c', 3)
    return ng.call(d.pop, 'a'), d, ng.call(list, ng.call(d.values)), ng.call(d.get, 'z', 5)

# heap.early_return_keeps
def early_return_keeps(x):
    b = ng.call(Box)
    b.v = 1

    def if_true():
        b.v = 2
        return b.v

    def if_false():
        return b.v + 10

    return ng.if_(x > 0, if_true, if_false)

# heap.global_in_python
def global_in_python(x):
    global count
    count = 1
    y = count + x
    count = 0
    return y

# heap.item_of_dict
def item_of_dict(x):
    d = {'a': 1}

    def if_true(d):
        return ng.set_item(d, 'a', x)

    d = ng.if_(x > 0, if_true, lambda d: d, d)
    return d

# heap.item_of_list
def item_of_list(x):
    l = ng.list_([1, 2, 3])

    def if_true(l):
        return ng.set_item(l, 1, x)

    l = ng.if_(x > 0, if_true, lambda l: l, l)
    return l

# heap.item_of_nested
def item_of_nested(x):
    d = {'a': ng.list_([1, {'b': 2}])}

    def if_true(d):
        return ng.set_item(
            d, 'a', ng.set_item(d['a'], 1, ng.set_item(d['a'][1], 'b', x), back=True), back=True
        )

    d = ng.if_(x > 0, if_true, lambda d: d, d)
    return d

# heap.keys_in_another_order_after_a_round
def keys_in_another_order_after_a_round(n):
    d = {"a": 1, "b": 2}

    def loop_body(i, d):
        return ng.set_item(d, 'a', ng.call(d.pop, 'a') + i)

    d = ng.for_(ng.call(range, n), loop_body, d)
    return ng.call(list, d)

# heap.keys_in_another_order_on_one_path
def keys_in_another_order_on_one_path(x):
    d = {"a": 1, "b": 2}

    def if_true(d):
        return ng.set_item(d, 'a', ng.call(d.pop, 'a') + x)

    d = ng.if_(x > 0, if_true, lambda d: d, d)
    return ng.call(list, d)

# heap.list_alias
def list_alias(x):
    a = ng.list_([0])
    b = a

    def if_true(a):
        a = ng.set_item(a, 0, x)

    ng.if_(x > 0, if_true, lambda a: None, a)
    return b

# heap.list_extend_static
def list_extend_static(x):
    l = ng.list_([x])
    ng.call(l.extend, [1, 2])
    l += [3]
    ng.call(l.insert, 0, 7)
    ng.call(l.pop)
    ng.call(l.remove, 1)
    return l, ng.call(len, l), l[-1], ng.call(l.index, 7)

# heap.list_in_list
def list_in_list(x):
    a = ng.list_([0])
    b = ng.list_([a, a])

    def if_true(a):
        a = ng.set_item(a, 0, x)

    ng.if_(x > 0, if_true, lambda a: None, a)
    return b

# heap.list_items_in_loop
def list_items_in_loop(n):
    l = ng.list_([0, 1])

    def loop_body(i, l):
        item, item_1 = l[1], l[0] + l[1]
        l = ng.set_item(l, 0, item)
        return ng.set_item(l, 1, item_1)

    l = ng.for_(ng.call(range, n), loop_body, l)
    return l

# heap.list_methods
def list_methods(x):
    l = ng.list_([3, 1, 2])

    def if_true():
        ng.call(l.reverse)

    ng.if_(x > 0, if_true, lambda: None)
    return l

# heap.list_of_lists
def list_of_lists(x):
    g = ng.list_([[0, 0], [0, 0]], depth=2)

    def loop_body(i, g):
        def loop_body(j, g):
            return ng.set_item(g, i, ng.set_item(g[i], j, i * x + j), back=True)

        return ng.for_(range(2), loop_body, g)

    g = ng.for_(range(2), loop_body, g)
    return g

# heap.loop_in_branch
def loop_in_branch(n):
    b = ng.call(Box)

    def if_true():
        def loop_body(i):
            b.v += i

        ng.for_(ng.call(range, n), loop_body)

    ng.if_(n > 1, if_true, lambda: None)
    return b.v

# heap.method_two_changes
def method_two_changes(x):
    b = ng.call(Box)
    ng.call(b.items.append, 0)

    def if_true():
        ng.set_attribute(b, 'items', ng.set_item(b.items, 0, x))
        b.v = 2 * x

    ng.if_(x > 0, if_true, lambda: None)
    return b.v, b.items

# heap.nested_branches
def nested_branches(x):
    b = ng.call(Box)

    def if_true():
        b.v = 1

        def if_true():
            b.v += 10

        ng.if_(x > 2, if_true, lambda: None)

    def if_false():
        b.v = 5

    ng.if_(x > 0, if_true, if_false)
    return b.v

# heap.object_in_while
def object_in_while(n):
    b = ng.call(Box)

    def loop_body(n):
        b.v += n
        n -= 1
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return b.v

# heap.object_of_objects
def object_of_objects(n):
    b = ng.call(Box, ng.call(Box, 0))

    def loop_body(i):
        b.v.v += i

    ng.for_(ng.call(range, n), loop_body)
    return b.v.v

# heap.property_setter
def property_setter(x):
    class T:

        def __init__(self):
            self._v = 0

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, a):
            self._v = a if a > 0 else -a
    t = ng.call(T)
    t.v = x
    return t.v

# heap.setattr_call
def setattr_call(x):
    b = ng.call(Box)

    def if_true():
        setattr(b, 'v', x)

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(getattr, b, 'v')

# heap.several_new_keys
def several_new_keys(x):
    d = {"z": 1}

    def if_true(d):
        d = ng.set_item(d, 'p', x)
        d = ng.set_item(d, 'q', 1)
        return ng.set_item(d, 'a', 2)

    def if_false(d):
        d = ng.set_item(d, 'p', 0)
        d = ng.set_item(d, 'q', -1)
        return ng.set_item(d, 'a', 3)

    d = ng.if_(x > 0, if_true, if_false, d)
    number = 0

    def loop_body(key, number):
        return number * 10 + d[key]

    number = ng.for_(d, loop_body, number)
    return number

# heap.slice_of_list
def slice_of_list(x):
    l = ng.list_([x, 1, 2])
    l = ng.set_item(l, slice(1, None), ng.list_([5, x]))
    del l[0]
    return l

# heap.slots
def slots(x):
    s = ng.call(Slotted)

    def if_true():
        s.v = x

    ng.if_(x > 0, if_true, lambda: None)
    return s.v

# heap.stack
def stack(x):
    s = ng.list_([])

    def loop_body(i):
        ng.call(s.append, i + x)

    ng.for_(range(3), loop_body)
    t = 0

    def loop_body(t):
        return t * 10 + ng.call(s.pop)

    t = ng.while_(lambda t: s, loop_body, t)
    return t

# heap.swap_items
def swap_items(x):
    l = ng.list_([x, 1])

    def if_true(l):
        item, item_1 = l[1], l[0]
        l = ng.set_item(l, 0, item)
        return ng.set_item(l, 1, item_1)

    l = ng.if_(x > 1, if_true, lambda l: l, l)
    return l

# heap.tuple_of_objects
def tuple_of_objects(x):
    t = (ng.call(Box, 1), ng.call(Box, 2))

    def if_true():
        t[0].v = x

    ng.if_(x > 0, if_true, lambda: None)
    return t[0].v, t[1].v
