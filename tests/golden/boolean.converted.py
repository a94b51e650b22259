# boolean.all_generator
def all_generator(x):
    return ng.call(all, (i < x for i in range(3)))

# boolean.and_bools
def and_bools(x):
    return ng.and_(x > 1, lambda: x < 10)

# boolean.and_chain
def and_chain(x, y, z):
    return ng.and_(x, lambda: y, lambda: z)

# boolean.and_in_assignment
def and_in_assignment(x):
    y = ng.and_(x > 1, lambda: x < 5)
    z = ng.or_(y, lambda: x == 0)
    return y, z

# boolean.and_ints
def and_ints(x):
    return ng.and_(x, lambda: 5)

# boolean.and_or_operands
def and_or_operands(x, y):
    return ng.or_(ng.and_(x, lambda: y), lambda: 9)

# boolean.and_static_first
def and_static_first(x):
    return ng.and_(0, lambda: x)

# boolean.any_all
def any_all(v):
    return ng.call(any, v > 2), ng.call(all, v > 0)

# boolean.any_generator
def any_generator(x):
    return ng.call(any, (i == x for i in range(5)))

# boolean.any_list
def any_list(x, y):
    return ng.call(any, [x > 2, y > 2]), ng.call(all, [x > 0, y > 0])

# boolean.bit_operators
def bit_operators(a, b):
    return a & b, a | b, a ^ b

# boolean.bool_is_true
def bool_is_true(x):
    return ng.is_(x, True), ng.is_(x, False), ng.not_(ng.is_(x, True))

# boolean.bool_times
def bool_times(x):
    return ng.counted(x > 1, '*', 5), ng.counted('-', x > 1)

# boolean.chain_call
def chain_call(x):
    n = ng.list_([0])

    def f():
        nonlocal n
        n = ng.set_item(n, 0, n[0] + 1)
        return x

    return (lambda middle: ng.and_(1 < middle, lambda: middle < 5))(ng.call(f)), n[0]

# boolean.chain_expression
def chain_expression(x):
    return ng.and_(0 <= x * 2 - 1, lambda: x * 2 - 1 < 6)

# boolean.chain_static
def chain_static(x):
    return ng.and_(1 < 2, lambda: 2 < x)

# boolean.chain_three
def chain_three(a, b, c):
    return ng.and_(a < b, lambda: b <= c, lambda: c != 4)

# boolean.chain_two
def chain_two(x):
    return ng.and_(1 < x, lambda: x < 5)

# boolean.compare_tuples
def compare_tuples(x, y):
    return ng.equal((x, 1), (y, 1))

# boolean.compare_tuples_in_tuples
def compare_tuples_in_tuples(x, y):
    return ng.equal(((x, (y, 1)), 2), ((y, (x, 1)), 2))

# boolean.count_conditions
def count_conditions(x):
    return ng.counted(ng.counted(x > 0, '+', x > 1), '+', x > 2)

# boolean.double_not
def double_not(x):
    return ng.not_(ng.not_(x))

# boolean.equal
def equal(x):
    return x == 3, x != 3

# boolean.guarded_division
def guarded_division(x):
    return ng.and_(x > 0, lambda: 10 // x > 1)

# boolean.guarded_index
def guarded_index(v, i):
    return ng.and_(i < 3, lambda: v[i] > 1)

# boolean.if_and_with_calls
def if_and_with_calls(x):
    def f(a):
        return a > 1

    def g(a):
        return a < 5

    return ng.if_(ng.and_(ng.call(f, x), lambda: ng.call(g, x)), lambda: 1, lambda: 2)

# boolean.if_or_chain
def if_or_chain(x):
    return ng.if_(ng.or_(x < 1, lambda: x == 3, lambda: x > 7), lambda: 1, lambda: 2)

# boolean.in_array
def in_array(v, x):
    return ng.in_(x, v)

# boolean.in_mixed
def in_mixed(x):
    return ng.in_(x, ['a', None, 3])

# boolean.in_range
def in_range(x):
    return ng.in_(x, range(10))

# boolean.in_range_step
def in_range_step(x):
    return ng.in_(x, range(1, 10, 3))

# boolean.in_set
def in_set(x):
    return ng.in_(x, {1, 2, 3})

# boolean.in_traced_list
def in_traced_list(x, y):
    return ng.in_(x, [y, y + 1])

# boolean.in_tuple
def in_tuple(x):
    return ng.in_(x, (1, 2, 3))

# boolean.int_bits
def int_bits(a, b):
    return a & b, a | b, a ^ b, ~a, a << 2, a >> 1

# boolean.int_is_true
def int_is_true(x):
    return ng.is_(x > 100, True)

# boolean.is_none
def is_none(x):
    return ng.is_(x, None), ng.not_(ng.is_(x, None))

# boolean.lazy_and
def lazy_and(x):
    l = ng.list_([])
    ng.and_(x > 1, lambda: ng.call(l.append, 1))
    return x

# boolean.mixed
def mixed(x):
    return ng.or_(ng.and_(x > 1, lambda: x < 10), lambda: ng.not_(x > 3))

# boolean.named_tuples
def named_tuples(x, y):
    a = ng.call(Point, x, 1)
    b = ng.call(a._replace, x=y)
    return ng.if_(a == b, lambda: 1, lambda: 0)

# boolean.nan_compare
def nan_compare(x):
    return x == x, x < 1.0, x > 1.0, ng.not_(x)

# boolean.none_is_none
def none_is_none(x):
    y = None
    y = ng.if_(ng.is_(y, None), lambda: x, lambda: y)
    return y

# boolean.not_and
def not_and(x, y):
    return ng.and_(ng.not_(x), lambda: y)

# boolean.not_float
def not_float(x):
    return ng.not_(x)

# boolean.not_in_list
def not_in_list(x):
    return ng.not_(ng.in_(x, [1, 2, 3]))

# boolean.not_int
def not_int(x):
    return ng.not_(x)

# boolean.or_bools
def or_bools(x):
    return ng.or_(x < 1, lambda: x > 10)

# boolean.or_chain
def or_chain(x, y, z):
    return ng.or_(x, lambda: y, lambda: z)

# boolean.or_float
def or_float(x):
    return ng.or_(x, lambda: 1.5)

# boolean.or_ints
def or_ints(x):
    return ng.or_(x, lambda: 5)

# boolean.or_static_first
def or_static_first(x):
    return ng.or_(7, lambda: x)

# boolean.static_in
def static_in(x):
    return ng.in_(2, [1, 2, 3]), ng.in_('a', 'abc'), x

# boolean.sum_of_bools
def sum_of_bools(a, b):
    return a + b, a * b, a - b

# boolean.ternary_of_and
def ternary_of_and(x):
    return ng.if_(ng.and_(x, lambda: x > 2), lambda: 1, lambda: 2)

# boolean.tuples_by_name
def tuples_by_name(x, y):
    a = (x, 1)
    b = (y, 1)
    return a == b, a != b

# boolean.tuples_in_order
def tuples_in_order(a, b, c, d):
    n = 0
    n = ng.if_(ng.ordered((a, b), '<', (c, d)), lambda: 1, lambda: n)
    return n, ng.ordered((a, b), '<=', (c, d)), ng.ordered((a, -b), '>', (c, d)), ng.ordered((a, b), '>=', (c, d))

# boolean.tuples_of_other_lengths
def tuples_of_other_lengths(x, y):
    a = (x, y)
    b = (x, y, 1)
    c = (x, (y, 1))
    d = (x, (y, 2))
    return a == b, c == d, ng.equal(c, (x, (y, 1))), ng.equal(a, (x, y))

# boolean.tuples_until_equal
def tuples_until_equal(a, n):
    def step(s):
        return (s[0] * 3 + 1) % 5, (s[1] + s[0]) % 3

    slow = ng.call(step, (a, n))
    fast = ng.call(step, slow)
    count = 0

    def loop_body(slow, fast, count):
        slow = ng.call(step, slow)
        fast = ng.call(step, ng.call(step, fast))
        count += 1
        return slow, fast, count

    slow, fast, count = ng.while_(
        lambda slow, fast, count: slow != fast,
        loop_body,
        slow,
        fast,
        count,
    )
    return count
