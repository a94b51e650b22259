# branches.array_branch
def array_branch(v):
    def if_true(v):
        return v * 2

    def if_false(v):
        return jnp.zeros_like(v)

    v = ng.if_(jnp.sum(v) > -2, if_true, if_false, v)
    return v

# branches.array_shapes
def array_shapes(x):
    def if_true():
        return jnp.zeros(2)

    def if_false():
        return jnp.zeros(3)

    t = ng.if_(x > 0, if_true, if_false)
    return t

# branches.augmented_kinds
def augmented_kinds(x):
    y = 10

    def if_true(y):
        y -= 1
        return y

    def if_false(y):
        y //= 3
        return y

    y = ng.if_(x > 3, if_true, if_false, y)

    def if_true(y):
        y <<= 1
        return y

    def if_false(y):
        y |= 4
        return y

    y = ng.if_(x > 3, if_true, if_false, y)
    y ^= 1
    return y

# branches.blocks_in_a_loop
def blocks_in_a_loop(x, n):
    did_break = False

    def loop_body(i, x, did_break):
        def if_true():
            z = x * 2.0

            def if_true(z):
                return z / 3.0

            def if_false(z):
                return z + 0.1

            return ng.if_(z > 1.0, if_true, if_false, z)

        def if_false():
            z = -x
            k = 0

            def loop_body(z, k):
                z = z * 0.5
                k = k + 1
                return z, k

            z, k = ng.while_(
                lambda z, k: ng.and_(z > 1.0, lambda: k < 10),
                loop_body,
                z,
                k,
            )
            return z

        z = ng.if_(x > 0, if_true, if_false)
        did_break, x = ng.if_(z < 0.001, lambda: (True, x), lambda: (did_break, z))
        return x, did_break

    x, did_break = ng.for_(
        ng.call(range, n), loop_body, x, did_break, test=lambda x, did_break: ng.not_(did_break)
    )
    return x

# branches.blocks_in_the_first_branch
def blocks_in_the_first_branch(x, y):
    # Both ifs have two branches without operands: the same names for four blocks.
    def if_true():
        a = x + 1

        def if_true():
            b = y * 2
            c = b + a
            return b, c

        def if_false():
            b = y * 3
            c = b - a
            return b, c

        return ng.if_(y > 0, if_true, if_false)

    def if_false():
        b = x * 5
        c = b * 7
        return b, c

    b, c = ng.if_(x > 0, if_true, if_false)
    return b, c

# branches.blocks_with_the_same_parameters
def blocks_with_the_same_parameters(x, y):
    b = c = 0.0

    def if_true():
        def if_true():
            b = y * 2
            c = b + 1
            return b, c

        def if_false():
            b = y * 3
            c = b - 1
            return b, c

        b, c = ng.if_(y > 0, if_true, if_false)
        c = c * b
        return b, c

    def if_false():
        b = x * 5
        c = b * 7
        return b, c

    b, c = ng.if_(x > 0, if_true, if_false)
    return b, c

# branches.both_rebind
def both_rebind(x):
    def if_true(x):
        return x - 1

    def if_false(x):
        return x + 1

    x = ng.if_(x > 0, if_true, if_false, x)
    return x

# branches.call_in_branch
def call_in_branch(x):
    def g(a):
        return a * a

    return ng.if_(x > 0, lambda: ng.call(g, x), lambda: ng.call(g, x + 1))

# branches.comparison_as_value
def comparison_as_value(x):
    e = x % 2 == 0

    def if_false():
        return ng.not_(e)

    r = ng.if_(e, lambda: e, if_false)
    return r, e

# branches.condition_reads_branch_name
def condition_reads_branch_name(x):
    y = x

    def if_true(y):
        return y - 10

    y = ng.if_(y > 0, if_true, lambda y: y, y)

    def if_true(y):
        return y + 100

    y = ng.if_(y > 0, if_true, lambda y: y, y)
    return y

# branches.def_in_branch
def def_in_branch(x):
    def if_true():
        def g(a):
            return a + 1

        return ng.call(g, x)

    def if_false():
        def h(a):
            return a - 1

        return ng.call(h, x)

    r = ng.if_(x > 3, if_true, if_false)
    return r

# branches.del_in_branch
def del_in_branch(x):
    t = 1

    def if_true():
        u = 2
        t = u
        u = ng.undefined('u')
        return t

    t = ng.if_(x > 0, if_true, lambda: t)
    return t

# branches.dict_state
def dict_state(x):
    d = {'a': 0, 'b': (1, 2)}

    def if_true():
        return {'a': x, 'b': (x, x)}

    d = ng.if_(x > 0, if_true, lambda: d)
    return d

# branches.empty_effect
def empty_effect(x):
    ng.if_(x > 0, lambda: None, lambda: None)
    return x

# branches.functions_differ
def functions_differ(x):
    def if_true():
        return lambda: 1

    def if_false():
        return lambda: 2

    f = ng.if_(x > 0, if_true, if_false)
    return ng.call(f)

# branches.if_only
def if_only(x):
    y = 0
    y = ng.if_(x > 0, lambda: x, lambda: y)
    return y

# branches.import_in_branch
def import_in_branch(x):
    def if_true():
        import math
        return ng.call(math.floor, 2.5)

    r = ng.if_(x > 3, if_true, lambda: 0)
    return r

# branches.list_item
def list_item(x):
    l = ng.list_([0, 1])

    def if_true(l):
        return ng.set_item(l, 0, x)

    l = ng.if_(x > 0, if_true, lambda l: l, l)
    return l

# branches.list_state
def list_state(x):
    l = ng.list_([0, 1])

    def if_true():
        return ng.list_([x, 2])

    l = ng.if_(x > 0, if_true, lambda: l)
    return l

# branches.long_elif
def long_elif(x):
    def if_true():
        return ng.and_('neg', lambda: 1)

    def if_false():
        def if_false():
            return ng.if_(x < 5, lambda: 3, lambda: 4)

        return ng.if_(x == 0, lambda: 2, if_false)

    r = ng.if_(x < 0, if_true, if_false)
    return r

# branches.nested_four
def nested_four(x, y):
    def if_true():
        return ng.if_(y > 0, lambda: 1, lambda: 4)

    def if_false():
        return ng.if_(y > 0, lambda: 2, lambda: 3)

    q = ng.if_(x > 0, if_true, if_false)
    return q

# branches.none_on_both
def none_on_both(x):
    t, s = ng.if_(x > 0, lambda: (None, 1), lambda: (None, 2))
    return t, s

# branches.none_or_number
def none_or_number(x):
    t = ng.if_(x > 0, lambda: None, lambda: 1)
    return t

# branches.not_bool
def not_bool(x):
    return ng.if_(ng.not_(x), lambda: 1, lambda: 2)

# branches.pass_branch
def pass_branch(x):
    x = ng.if_(x > 0, lambda: x, lambda: 5)
    return x

# branches.same_string
def same_string(x):
    t, s = ng.if_(x > 0, lambda: ('a', 1), lambda: ('a', 2))
    return t, s

# branches.sequential
def sequential(x):
    s = 0

    def if_true(s):
        s += 1
        return s

    s = ng.if_(x > 0, if_true, lambda s: s, s)

    def if_true(s):
        s += 10
        return s

    s = ng.if_(x > 1, if_true, lambda s: s, s)

    def if_true(s):
        s += 100
        return s

    s = ng.if_(x > 2, if_true, lambda s: s, s)

    def if_true(s):
        s += 1000
        return s

    s = ng.if_(x > 3, if_true, lambda s: s, s)
    return s

# branches.static_inside
def static_inside(x):
    n = 2

    def if_true(n):
        return ng.if_(n > 1, lambda: 5, lambda: n)

    n = ng.if_(x > 0, if_true, lambda n: n, n)
    return n

# branches.swap_in_branch
def swap_in_branch(x):
    a, b = x, 2
    a, b = ng.if_(a > b, lambda a, b: (b, a), lambda a, b: (a, b), a, b)
    return a, b

# branches.ternary_in_arguments
def ternary_in_arguments(x):
    return ng.call(max, ng.if_(x > 0, lambda: x, lambda: -x), 2)

# branches.ternary_in_index
def ternary_in_index(x):
    return ng.list_([10, 20])[ng.if_(x > 0, lambda: 0, lambda: 1)]

# branches.ternary_lambda
def ternary_lambda(x):
    return ng.call(lambda a: ng.if_(a > 0, lambda: a + 1, lambda: a - 1), x)

# branches.ternary_nested
def ternary_nested(x):
    return ng.if_(x > 2, lambda: 1, lambda: ng.if_(x > 0, lambda: 2, lambda: 3))

# branches.ternary_tuple
def ternary_tuple(x):
    a, b = ng.if_(x > 0, lambda: (x, 1), lambda: (1, x))
    return a - b

# branches.traced_inside_static
def traced_inside_static(x):
    n = 2

    def if_true(n):
        return ng.if_(x > 0, lambda: 5, lambda: n)

    n = ng.if_(n > 1, if_true, lambda n: 'never', n)
    return n

# branches.truth_of_array
def truth_of_array(v):
    return ng.if_(v > 1, lambda: 1, lambda: 2)

# branches.truth_of_bool
def truth_of_bool(x):
    return ng.if_(x, lambda: 1, lambda: 2)

# branches.truth_of_float
def truth_of_float(x):
    return ng.if_(x, lambda: 1, lambda: 2)

# branches.truth_of_int
def truth_of_int(x):
    return ng.if_(x, lambda: 1, lambda: 2)

# branches.truth_of_one_item
def truth_of_one_item(v):
    return ng.if_(v, lambda: 1, lambda: 2)

# branches.tuple_lengths
def tuple_lengths(x):
    t = ng.if_(x > 0, lambda: (1,), lambda: (1, 2))
    return t

# branches.tuple_state
def tuple_state(x):
    t = (0, (1, 2))
    t = ng.if_(x > 0, lambda: (x, (x, x)), lambda: t)
    return t

# branches.two_names
def two_names(x):
    a = b = 0

    def if_true():
        a = x
        b = 2 * x
        return a, b

    def if_false():
        b = -x
        return a, b

    a, b = ng.if_(x > 0, if_true, if_false)
    return a, b
