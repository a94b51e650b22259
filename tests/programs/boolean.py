"""`and`, `or`, `not`, comparisons, membership, identity."""
# ruff: noqa

from collections import namedtuple

import jax.numpy as jnp

from tests.programs.pool import program

V = jnp.array([1, 2, 3])
Point = namedtuple("Point", "x y")


@program(3, 0, 20)
def and_bools(x): return x > 1 and x < 10

@program(3, 0, 20)
def or_bools(x): return x < 1 or x > 10

@program(3, 0, 20)
def mixed(x): return (x > 1 and x < 10) or not x > 3

@program(3, 0)
def and_ints(x): return x and 5

@program(3, 0)
def or_ints(x): return x or 5

@program(3, 0)
def and_static_first(x): return 0 and x

@program(3, 0)
def or_static_first(x): return 7 or x

@program(3, 0, promotes=True)
def or_float(x): return x or 1.5

@program((3, 0), (0, 0), (3, 2), (0, 2))
def and_or_operands(x, y): return x and y or 9

@program((3, 0), (0, 0), (3, 2), (0, 2), promotes=True)
def not_and(x, y): return not x and y

@program((3, 1, 2), (0, 0, 0), (1, 0, 0), (0, 0, 5))
def or_chain(x, y, z): return x or y or z

@program((3, 1, 2), (0, 0, 0), (1, 0, 2), (1, 2, 0))
def and_chain(x, y, z): return x and y and z

@program(3, 0)
def lazy_and(x):
    l = []
    x > 1 and l.append(1)
    return x

@program(3, 0, 10)
def guarded_division(x): return x > 0 and 10 // x > 1

@program((V, 5), (V, 1), (V, 0))
def guarded_index(v, i): return i < 3 and v[i] > 1

@program(3, 0, 7)
def chain_two(x): return 1 < x < 5

@program((1, 2, 3), (3, 2, 1), (2, 2, 2), (1, 3, 3))
def chain_three(a, b, c): return a < b <= c != 4

@program(3, 0, 7)
def chain_static(x): return 1 < 2 < x

@program(3, 0, 7)
def chain_expression(x): return 0 <= x * 2 - 1 < 6

@program(3, 0, 7)
def chain_call(x):
    n = [0]
    def f():
        n[0] += 1
        return x
    return 1 < f() < 5, n[0]

@program(3, 0)
def not_int(x): return not x

@program(0.0, 2.5)
def not_float(x): return not x

@program(3, 0)
def double_not(x): return not not x

@program(3, 0)
def equal(x): return x == 3, x != 3

@program(3, 0)
def in_tuple(x): return x in (1, 2, 3)

@program(3, 0)
def not_in_list(x): return x not in [1, 2, 3]

@program(3, 0, 2)
def in_set(x): return x in {1, 2, 3}

@program(3, 0, 10)
def in_range(x): return x in range(10)

@program(3, 0, 10, 4)
def in_range_step(x): return x in range(1, 10, 3)

@program((V, 2), (V, 7))
def in_array(v, x): return x in v

@program((3, 3), (3, 4))
def in_traced_list(x, y): return x in [y, y + 1]

@program(3, 0)
def in_mixed(x): return x in ['a', None, 3]

@program(3, 0)
def static_in(x): return 2 in [1, 2, 3], 'a' in 'abc', x

@program(3)
def is_none(x): return x is None, x is not None

@program(3, 0)
def none_is_none(x):
    y = None
    if y is None: y = x
    return y

@program(True, False)
def bool_is_true(x): return x is True, x is False, x is not True

@program(3)
def int_is_true(x): return (x > 100) is True

@program((True, True), (True, False), (False, False))
def bit_operators(a, b): return a & b, a | b, a ^ b

@program((6, 3), (0, 5), (-4, 7))
def int_bits(a, b): return a & b, a | b, a ^ b, ~a, a << 2, a >> 1

@program(3, 0)
def if_and_with_calls(x):
    def f(a): return a > 1
    def g(a): return a < 5
    if f(x) and g(x): return 1
    return 2

@program(3, 0, 8)
def if_or_chain(x):
    if x < 1 or x == 3 or x > 7: return 1
    return 2

@program(3, 0)
def and_in_assignment(x):
    y = x > 1 and x < 5
    z = y or x == 0
    return y, z

@program(3, 0)
def ternary_of_and(x): return 1 if x and x > 2 else 2

@program((V,), (V * 0,))
def any_all(v): return any(v > 2), all(v > 0)

@program((3, 1), (0, 0))
def any_list(x, y): return any([x > 2, y > 2]), all([x > 0, y > 0])

@program(3, 0)
def any_generator(x): return any(i == x for i in range(5))

@program(3, 0)
def all_generator(x): return all(i < x for i in range(3))

@program((3, 3), (3, 4))
def compare_tuples(x, y): return (x, 1) == (y, 1)

@program((3, 3), (3, 4))
def compare_tuples_in_tuples(x, y): return ((x, (y, 1)), 2) == ((y, (x, 1)), 2)

@program(float('nan'), 1.0)
def nan_compare(x): return x == x, x < 1.0, x > 1.0, not x

@program((True, True), (True, False), (False, False))
def sum_of_bools(a, b): return a + b, a * b, a - b

@program(3, 0)
def count_conditions(x): return (x > 0) + (x > 1) + (x > 2)

@program(3, 0)
def bool_times(x): return (x > 1) * 5, -(x > 1)


@program((1, 2, 3, 4), (1, 2, 1, 2), (1, 3, 1, 2), (2, 0, 1, 9))
def tuples_in_order(a, b, c, d):
    n = 0
    if (a, b) < (c, d):
        n = 1
    return n, (a, b) <= (c, d), (a, -b) > (c, d), (a, b) >= (c, d)

@program((1, 1), (1, 2))
def tuples_by_name(x, y):
    a = (x, 1)
    b = (y, 1)
    return a == b, a != b

@program((1, 1), (1, 2))
def named_tuples(x, y):
    a = Point(x, 1)
    b = a._replace(x=y)
    if a == b:
        return 1
    return 0

@program((1, 1), (3, 2), (0, 4))
def tuples_of_other_lengths(x, y):
    a = (x, y)
    b = (x, y, 1)
    c = (x, (y, 1))
    d = (x, (y, 2))
    return a == b, c == d, c == (x, (y, 1)), a == (x, y)

@program((1, 1), (3, 2), (2, 4))
def tuples_until_equal(a, n):
    def step(s):
        return (s[0] * 3 + 1) % 5, (s[1] + s[0]) % 3
    slow = step((a, n))
    fast = step(slow)
    count = 0
    while slow != fast:
        slow = step(slow)
        fast = step(step(fast))
        count += 1
    return count
