# shared_state.attribute_on_one_path
def attribute_on_one_path(x):
    f = ng.call(Field, 0)

    def if_true():
        f.w = 5

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(hasattr, f, 'w')

# shared_state.changed_by_helper
def changed_by_helper(v):
    def g(a):
        a = ng.set_item(a, 0, 9)

    ng.call(g, v)
    return v

# shared_state.changed_while_iterated
def changed_while_iterated(v):
    def loop_body(item, v):
        i, x = item

        def if_true(v):
            return ng.update_item(v, i + 1, '+=', x)

        return ng.if_(i < 3, if_true, lambda v: v, v)

    v = ng.for_(ng.call(enumerate, v), loop_body, v)
    return v

# shared_state.counter
def counter(x):
    it = ng.call(itertools.count)

    def if_true():
        ng.call(next, it)

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(next, it)

# shared_state.default_list
def default_list(x, y):
    def g(seen=[0]):
        seen = ng.set_item(seen, 0, seen[0] + 1)
        return seen[0]

    def if_true():
        ng.call(g)

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(g)

# shared_state.division_caught
def division_caught(x):
    did_return = False
    return_value = ng.undefined()
    try:
        return_value = 1 // x
        did_return = True
    except ZeroDivisionError:
        return_value = -1
        did_return = True
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# shared_state.equal_objects
def equal_objects(x):
    a, b = (ng.call(Field, 0), ng.call(Field, 0))
    c = ng.if_(x > 0, lambda: a, lambda: b)
    c.v = 5
    return a.v

# shared_state.function_attribute
def function_attribute(x):
    def g():
        return g.n

    g.n = 0

    def if_true():
        g.n = 1

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(g)

# shared_state.generator
def generator(x):
    it = (i * i for i in range(5))

    def if_true():
        ng.call(next, it)

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(next, it)

# shared_state.key_is_traced
def key_is_traced(x, y):
    return ng.call({3: 1}.get, x, 7)

# shared_state.key_on_one_path
def key_on_one_path(x):
    d = {}

    def if_true(d):
        return ng.set_item(d, 'a', x)

    d = ng.if_(x > 0, if_true, lambda d: d, d)
    return ng.call(d.get, 'a', 7)

# shared_state.key_removed_on_one_path
def key_removed_on_one_path(x):
    d = {'a': 1, 'b': 2}

    def if_true():
        ng.call(d.pop, 'a')

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(len, d)

# shared_state.list_in_changed_list
def list_in_changed_list(x):
    a = ng.list_([0])
    b = ng.list_([a])

    def if_true():
        ng.call(b.append, x)

    def if_false():
        ng.call(b.append, 0)

    ng.if_(x > 0, if_true, if_false)
    a = ng.set_item(a, 0, 7)
    return b[0][0]

# shared_state.list_in_tuple
def list_in_tuple(x):
    a = ng.list_([0])
    t = ng.if_(x > 0, lambda: (a, 1), lambda: (a, 2))
    ng.call(t[0].append, 3)
    return a

# shared_state.list_iterator
def list_iterator(x):
    it = iter([1, 2, 3])

    def if_true():
        ng.call(next, it)

    ng.if_(x > 0, if_true, lambda: None)
    return ng.call(next, it)

# shared_state.loop_row_is_a_view
def loop_row_is_a_view(m):
    def loop_body(r):
        r = ng.set_item(r, 0, 9.0)

    ng.for_(m, loop_body)
    return m

# shared_state.math_floor
def math_floor(x):
    import math
    return ng.call(math.floor, x), ng.call(math.ceil, x), ng.call(math.trunc, x)

# shared_state.members_of_a_tuple
def members_of_a_tuple(x):
    a, b = (ng.list_([0]), {'k': x})

    def if_false():
        return a, 2, 2 * x, b

    t = ng.if_(x > 0, lambda: (a, 1, x, b), if_false)
    ng.call(t[0].append, 3)
    t = ng.set_item(t, 3, ng.set_item(t[3], 'k', t[3]['k'] + t[1]), back=True)
    return a, b["k"], t[2]

# shared_state.namespace
def namespace(x):
    o = ng.call(types.SimpleNamespace, v=0)

    def if_true():
        o.v = 5

    ng.if_(x > 0, if_true, lambda: None)
    return o.v

# shared_state.one_list_two_names
def one_list_two_names(x):
    def if_true():
        a = ng.list_([1])
        return a, a

    def if_false():
        a = ng.list_([2])
        return a, a

    a, b = ng.if_(x > 0, if_true, if_false)
    ng.call(a.append, 3)
    return b

# shared_state.round_to_tens
def round_to_tens(x):
    return ng.call(round, x, -1)

# shared_state.row_is_a_view
def row_is_a_view(m):
    r = m[0]
    r = ng.set_item(r, 1, 9.0)
    return m

# shared_state.slice_is_a_view
def slice_is_a_view(v):
    w = v[1:3]
    w = ng.set_item(w, 0, 9)
    return v

# shared_state.type_of_traced
def type_of_traced(x):
    return ng.call(type, x) == int, ng.call(type, x) is float
