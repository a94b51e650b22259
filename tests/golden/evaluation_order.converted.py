# evaluation_order.arguments
def arguments(v, a):
    def inner(k=0):
        nonlocal a
        a += 1 + k
        return a

    def three(x, y, z=0, *r, **k):
        return x * 100 + y * 10 + z, r, ng.call(k.get, 'q')

    return ng.call(three, a, ng.call(inner), a, a, ng.call(inner), q=a), ng.call(three, y=ng.call(inner), x=a), ng.call(three, *(a, ng.call(inner)), z=ng.call(inner))

# evaluation_order.array_bound_anew
def array_bound_anew(v, a):
    def inner():
        nonlocal v
        v = v + 1
        return v[0]

    return v[0] + ng.call(inner) + v[0], v[ng.call(inner) % 5], v

# evaluation_order.array_bound_in_branches
def array_bound_in_branches(v, a):
    def inner():
        nonlocal v
        v = v + 1
        return v[0]

    b = v[0]

    def if_true(b):
        b += ng.call(inner)
        return b

    def if_false(b):
        b -= ng.call(inner)
        return b

    b = ng.if_(v[1] > 1, if_true, if_false, b)

    def loop_body(i, b):
        return b + v[i] * ng.call(inner)

    b = ng.for_(ng.call(range, a + 2), loop_body, b)

    def loop_body(b):
        return b * ng.call(inner) + v[0]

    b = ng.while_(lambda b: b < 1000, loop_body, b)
    return b, v

# evaluation_order.at_run_time
def at_run_time(v, a):
    def inner():
        nonlocal a
        a += 1
        return 2

    def if_true(v):
        def if_true(v):
            value = ng.call(inner)
            return ng.set_item(v, a, value)

        def if_false(v):
            return ng.set_item(v, a, 3)

        return ng.if_(v[1] > 1, if_true, if_false, v)

    v = ng.if_(v[0] > 1, if_true, lambda v: v, v)

    def loop_body(v):
        index = a
        item = v[index]
        item -= ng.call(inner)
        return ng.set_item(v, index, item)

    v = ng.while_(lambda v: a < 3, loop_body, v)
    return v

# evaluation_order.attribute_as_index
def attribute_as_index(v, a):
    o = ng.call(O)
    o.x = v
    o.i = a

    def inner():
        o.i = o.i + 1
        return 5

    value = ng.call(inner)
    ng.set_attribute(o, 'x', ng.set_item(o.x, o.i, value))
    container = before = o.x
    index = o.i
    item = container[index]
    item += ng.call(inner)
    container = ng.set_item(container, index, item)
    ng.set_attribute(o, 'x', ng.put_back(o.x, before, container))
    return o.x

# evaluation_order.attribute_bound_anew
def attribute_bound_anew(v, a):
    o = ng.call(O)
    o.x = v
    o.i = a

    def inner():
        o.x = o.x * 2
        return 5

    value = ng.call(inner)
    ng.set_attribute(o, 'x', ng.set_item(o.x, o.i, value))
    return o.x

# evaluation_order.calls_of_calls
def calls_of_calls(v, a):
    s = 0

    def add(x):
        nonlocal s
        s += x
        return s

    def twice(x):
        return ng.call(add, x) + ng.call(add, x) * s

    def loop_body(x):
        nonlocal s
        s = ng.call(twice, x) % 17 - s

    ng.for_(v, loop_body)
    return s

# evaluation_order.chains
def chains(v, a):
    def inner():
        nonlocal a
        a += 1
        return a

    first = (lambda left, middle: ng.and_(left < middle, lambda: middle < 100))(a, ng.call(inner))
    second = (lambda left_1, middle_1: ng.and_(left_1 <= middle_1, lambda: middle_1 <= a))(a, ng.call(inner))
    third = (lambda left_2, middle_2: ng.and_(left_2 < middle_2, lambda: middle_2 != a, lambda: a > 2))(v[a - 2] * a, ng.call(inner))
    return first, second, third, (lambda left_3, middle_3: ng.and_(left_3 == middle_3, lambda: middle_3 < ng.call(inner)))(a, ng.call(inner) - 1)

# evaluation_order.containers_of_calls
def containers_of_calls(v, a):
    log = ng.list_([])
    l = ng.list_([v[0], 2, 3])
    p = ng.call(O)
    p.x = v
    p.q = ng.call(O)
    p.q.y = ng.list_([1, 2, 3])

    def g():
        ng.call(log.append, 1)
        return l

    def o():
        ng.call(log.append, 2)
        return p

    def f(k):
        ng.call(log.append, k + 10)
        return k

    ng.call(g)[ng.call(f, 1)] += ng.call(f, 2)
    value = ng.call(f, 2)
    ng.call(g)[ng.call(f, 0)] = value
    owner = ng.call(o)
    container = before = owner.x
    index = ng.call(f, 1)
    item = container[index]
    item += ng.call(f, 2)
    container = ng.set_item(container, index, item)
    ng.set_attribute(owner, 'x', ng.put_back(owner.x, before, container))
    value_1 = ng.call(f, 5)
    owner_1 = ng.call(o)
    container_1 = before_1 = owner_1.x
    index_1 = ng.call(f, 1)
    container_1 = ng.set_item(container_1, index_1, value_1)
    ng.set_attribute(owner_1, 'x', ng.put_back(owner_1.x, before_1, container_1))
    owner_2 = ng.call(o).q
    container_2 = before_2 = owner_2.y
    index_2 = ng.call(f, 1)
    item_1 = container_2[index_2]
    item_1 += ng.call(f, a)
    container_2 = ng.set_item(container_2, index_2, item_1)
    ng.set_attribute(owner_2, 'y', ng.put_back(owner_2.y, before_2, container_2))
    owner_3 = p.q
    container_3 = before_3 = owner_3.y
    index_3 = ng.call(f, 2)
    item_2 = container_3[index_3]
    item_2 -= ng.call(f, a)
    container_3 = ng.set_item(container_3, index_3, item_2)
    ng.set_attribute(owner_3, 'y', ng.put_back(owner_3.y, before_3, container_3))
    return l, log, p.x, p.q.y

# evaluation_order.displays_and_chains
def displays_and_chains(v, a):
    def inner():
        nonlocal a
        a += 1
        return a

    a, b = (ng.call(inner), a)
    return a, b, (a, ng.call(inner), a), [a, ng.call(inner), a], (lambda left, middle: ng.and_(left < middle, lambda: middle < a))(a, ng.call(inner))

# evaluation_order.index_binds_the_container
def index_binds_the_container(v, a):
    def inner():
        nonlocal v
        v = v * 2
        return 2

    container = before = v
    index = ng.call(inner)
    container = ng.set_item(container, index, 5)
    v = ng.put_back(v, before, container)
    return v

# evaluation_order.index_calls
def index_calls(v, a):
    i = 0

    def inner():
        nonlocal i
        i = i + 1
        return i

    value = ng.call(inner)
    v = ng.set_item(v, i, value)
    value_1 = i
    v = ng.set_item(v, ng.call(inner), value_1)
    index = i
    item = v[index]
    item += ng.call(inner) + i
    v = ng.set_item(v, index, item)
    return v, i

# evaluation_order.index_changes_the_container
def index_changes_the_container(v, a):
    def inner():
        nonlocal v
        v = ng.set_item(v, 0, 9)
        return 2

    container = before = v
    index = ng.call(inner)
    container = ng.set_item(container, index, 5)
    v = ng.put_back(v, before, container)
    return v

# evaluation_order.index_changes_what_the_value_reads
def index_changes_what_the_value_reads(v, a):
    def inner():
        nonlocal a
        a += 1
        return a

    index = ng.call(inner)
    v = ng.update_item(v, index, '+=', a)
    value = a
    v = ng.set_item(v, ng.call(inner), value)
    m = ng.list_(
        [[1, 2, 3, 4, 5], [3, 4, 5, 6, 7], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2]], depth=2
    )
    a = 0
    value_1 = a
    index_1 = a
    index_2 = ng.call(inner)
    m = ng.set_item(m, index_1, ng.set_item(m[index_1], index_2, value_1), back=True)
    index_3 = a
    index_4 = ng.call(inner)
    item = m[index_3][index_4]
    item += ng.call(inner) * a
    m = ng.set_item(m, index_3, ng.set_item(m[index_3], index_4, item), back=True)
    return v, m

# evaluation_order.item_as_index
def item_as_index(v, a):
    l = ng.list_([0, 1, 2, 3])

    def inner():
        nonlocal l
        l = ng.set_item(l, 0, l[0] + 1)
        return v[0]

    value = ng.call(inner)
    l = ng.set_item(l, l[0], value)
    container = before = l
    index = l[0] % 4
    item = container[index]
    item += ng.call(inner)
    container = ng.set_item(container, index, item)
    l = ng.put_back(l, before, container)
    return l

# evaluation_order.item_as_loop_target
def item_as_loop_target(v, a):
    def inner():
        nonlocal a
        a += 1
        return 2

    def loop_body(item, v):
        v = ng.set_item(v, a, item)

        def if_true():
            ng.call(inner)

        ng.if_(a < 2, if_true, lambda: None)
        return v

    v = ng.for_(range(3), loop_body, v)
    return v

# evaluation_order.iterator_in_both
def iterator_in_both(v, a):
    it = iter([0, 1, 2, 3, 4])
    value = ng.call(next, it)
    v = ng.set_item(v, ng.call(next, it), value)
    index = ng.call(next, it)
    item = v[index]
    item += ng.call(next, it)
    v = ng.set_item(v, index, item)
    return v

# evaluation_order.list_bound_anew
def list_bound_anew(v, a):
    l = ng.list_([1, 2, 3, 4])

    def inner():
        nonlocal l
        l = ng.list_([v[0]]) * 4
        return 1

    k = l
    container = before = l
    index = ng.call(inner)
    container = ng.set_item(container, index, 7)
    l = ng.put_back(l, before, container)
    container_1 = before_1 = l
    item = container_1[0]
    item += ng.call(inner)
    container_1 = ng.set_item(container_1, 0, item)
    l = ng.put_back(l, before_1, container_1)
    return l, k

# evaluation_order.list_grows_in_the_value
def list_grows_in_the_value(v, a):
    l = ng.list_([1, 2, 3, 4])

    def inner():
        ng.call(l.append, v[0])
        return 1

    value = ng.call(len, l)
    l = ng.set_item(l, ng.call(inner), value)
    index = ng.call(len, l) - 1
    item = l[index]
    item += ng.call(inner)
    l = ng.set_item(l, index, item)
    l = ng.set_item(l, -1, ng.call(inner))
    item_1 = l[-1]
    item_1 += ng.call(inner)
    l = ng.set_item(l, -1, item_1)
    value_1 = ng.list_([ng.call(inner), ng.call(inner)])
    l = ng.set_item(l, slice(ng.call(inner), 3), value_1)
    return l

# evaluation_order.list_in_operands
def list_in_operands(v, a):
    o = ng.list_([0])

    def push(x):
        ng.call(o.append, x)
        return ng.call(len, o)

    r = ng.call(len, o) + ng.call(push, v[0]) * ng.call(len, o)
    value = ng.call(len, o)
    o = ng.set_item(o, ng.call(push, 1) - 1, value)
    item, item_1 = (ng.call(push, 5), ng.call(len, o))
    o = ng.set_item(o, -1, item)
    o = ng.set_item(o, 0, item_1)
    return r, o

# evaluation_order.loop_test_calls
def loop_test_calls(v, a):
    s, t = 0, 1

    def swap():
        nonlocal s, t
        s, t = t, s + t
        return s

    def loop_body():
        def if_true():
            ng.call(swap)

        ng.if_(t > 3, if_true, lambda: None)

    ng.while_(lambda: ng.call(swap) < v[3] + 10, loop_body)
    return s, t

# evaluation_order.operands_around_a_call
def operands_around_a_call(v, a):
    def inner():
        nonlocal a
        a += 1
        return a

    r = a + ng.call(inner) * a
    return r, v[a - 1] + ng.call(inner) + v[a - 3]

# evaluation_order.operators_of_a_class
def operators_of_a_class(v, a):
    n = 0
    class C:

        def __init__(self, k):
            self.k = k

        def __add__(self, o):
            nonlocal n
            n += 1
            return C(self.k + o.k * n)

        def __getitem__(self, i):
            nonlocal n
            n += i
            return self.k + n

        def __setitem__(self, i, x):
            nonlocal n
            n += 10
            self.k = x + i + n
    c = ng.call(C, v[0]) + ng.call(C, a) + ng.call(C, n)
    value = c[1] + n
    c = ng.set_item(c, n, value)
    index = n
    item = c[index]
    item += n
    c = ng.set_item(c, index, item)
    return c.k, n

# evaluation_order.order_of_effects
def order_of_effects(v, a):
    log = ng.list_([])
    l = ng.list_([v[0], 2, 3])

    def f(k):
        ng.call(log.append, k)
        return k

    value = ng.call(f, 5)
    l = ng.set_item(l, ng.call(f, 1), value)
    index = ng.call(f, 0)
    item = l[index]
    item += ng.call(f, 6)
    l = ng.set_item(l, index, item)
    value_1 = ng.call(f, 7)
    v = ng.set_item(v, ng.call(f, a), value_1)
    value_2 = ng.list_([ng.call(f, 8) + ng.call(f, 9), a])[ng.call(f, 0)]
    v = ng.set_item(v, ng.call(f, 2), value_2)
    return l, v, log

# evaluation_order.range_of_calls
def range_of_calls(v, a):
    def inner():
        nonlocal a
        a += 1
        return a

    s = 0

    def loop_body(i, s):
        s += i
        ng.call(inner)
        return s

    s = ng.for_(ng.call(range, a, ng.call(inner), a), loop_body, s)
    return s, a

# evaluation_order.reader
def reader(v, a):
    i = 0

    def nxt():
        nonlocal i
        i += 1
        return v[i - 1]

    total = ng.call(nxt) - ng.call(nxt) * ng.call(nxt)
    rest = 0

    def loop_body(rest):
        return rest * 2 + ng.call(nxt)

    rest = ng.while_(lambda rest: i < 5, loop_body, rest)
    return total, rest, i

# evaluation_order.stack_in_both
def stack_in_both(v, a):
    st = ng.list_([0, 1, 2, 3])
    value = ng.call(st.pop)
    v = ng.set_item(v, ng.call(st.pop), value)
    index = ng.call(st.pop)
    item = v[index]
    item += ng.call(st.pop) + v[ng.if_(st, lambda: st[0], lambda: 0)]
    v = ng.set_item(v, index, item)
    return v

# evaluation_order.swapped_in_a_call
def swapped_in_a_call(v, a):
    x, y = 1, 2

    def f():
        nonlocal x, y
        x, y = y, x + y
        return x

    x = x + ng.call(f) + x
    y += ng.call(f) + y
    (x, y), z = ((ng.call(f), x), y)
    return x, y, z

# evaluation_order.two_items
def two_items(v, a):
    def inner():
        nonlocal a
        a += 1
        return 2

    item, item_1 = (ng.call(inner), ng.call(inner))
    v = ng.set_item(v, a, item)
    v = ng.set_item(v, a + 1, item_1)
    return v

# evaluation_order.two_targets
def two_targets(v, a):
    def inner():
        nonlocal a
        a += 1
        return 2

    item = item_1 = ng.call(inner)
    v = ng.set_item(v, a, item)
    v = ng.set_item(v, a + 1, item_1)
    return v

# evaluation_order.update_binds_the_container
def update_binds_the_container(v, a):
    def inner():
        nonlocal v
        v = v * 2
        return 1

    container = before = v
    item = container[a]
    item += ng.call(inner)
    container = ng.set_item(container, a, item)
    v = ng.put_back(v, before, container)
    return v

# evaluation_order.update_changes_the_index
def update_changes_the_index(v, a):
    def inner():
        nonlocal a
        a = a + 1
        return 1

    index = a
    item = v[index]
    item += ng.call(inner)
    v = ng.set_item(v, index, item)
    return v

# evaluation_order.update_of_a_name
def update_of_a_name(v, a):
    def inner():
        nonlocal a
        a += 1
        return a

    a += ng.call(inner)
    return a

# evaluation_order.update_of_an_attribute
def update_of_an_attribute(v, a):
    o = ng.call(O)
    o.x = v
    o.i = a

    def inner():
        o.i += 10
        return 5

    o.i += ng.call(inner)
    return o.i

# evaluation_order.value_binds_the_container
def value_binds_the_container(v, a):
    def inner():
        nonlocal v
        v = v * 2
        return 1

    value = ng.call(inner)
    v = ng.set_item(v, a, value)
    return v

# evaluation_order.value_changes_the_container
def value_changes_the_container(v, a):
    def inner():
        nonlocal v
        v = ng.set_item(v, 0, 7)
        return 1

    value = ng.call(inner)
    v = ng.set_item(v, 1, value)
    return v

# evaluation_order.value_changes_the_index
def value_changes_the_index(v, a):
    def inner():
        nonlocal a
        a = a + 1
        return 1

    value = ng.call(inner)
    v = ng.set_item(v, a, value)
    return v

# evaluation_order.value_reads_and_changes
def value_reads_and_changes(v, a):
    def inner():
        nonlocal v
        v = ng.set_item(v, 0, v[0] + 1)
        return v[0]

    value = v[0] + ng.call(inner) + v[0]
    v = ng.set_item(v, a, value)
    return v

# evaluation_order.walrus_binds_the_container
def walrus_binds_the_container(v, a):
    w = v

    def inner():
        nonlocal w
        w = w + 1
        return 1

    container = before = w
    item = container[a]
    item += (w := (w * 3))[0]
    container = ng.set_item(container, a, item)
    w = ng.put_back(w, before, container)
    return w

# evaluation_order.walrus_binds_the_index
def walrus_binds_the_index(v, a):
    index = a
    item = v[index]
    item += (a := (a + 1))
    v = ng.set_item(v, index, item)
    return v, a

# evaluation_order.walrus_in_a_loop
def walrus_in_a_loop(v, a):
    def loop_body(a, v):
        value = a
        v = ng.set_item(v, (a := (a + 1)), value)
        index = a
        item = v[index]
        item += (a := (a + 1))
        v = ng.set_item(v, index, item)
        return a, v

    a, v = ng.while_(lambda a, v: a < 4, loop_body, a, v)
    return v, a

# evaluation_order.walrus_in_the_value
def walrus_in_the_value(v, a):
    value = a = a + 1
    v = ng.set_item(v, a, value)
    return v, a
