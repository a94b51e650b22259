"""Comprehensions and generator expressions over arrays, traced ranges and traced filters."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

A = jnp.arange(12) - 5
S = jnp.array([3, -1, 2])

@program((A,), (-A,))
def long(v): return [x * 2 for x in v]

@program((A,), (-A,))
def list_uses(v):
    l = [x * 2 for x in v]
    return l[0], l[-1], len(l), sum(l), jnp.array(l), l[2:4]

@program((A,), (-A,))
def sum_filter(v): return sum(x for x in v if x > 0)

@program((A,), (-A,))
def sum_plain(v): return sum(x * x for x in v)

@program((A,), (-A,), (A * 0,))
def any_all(v): return any(x > 3 for x in v), all(x > -9 for x in v)

@program((A,), (-A,))
def max_key(v): return max((x for x in v), key=lambda a: -a * a)

@program((A, 3), (A, 0))
def traced_range(v, n): return sum(i * i for i in range(n))

@program((A,), (-A,))
def filter_len(v): return len([x for x in v if x > 0])

@program((A,), (-A,))
def in_order(v): return sorted(x * x for x in v)

@program((A,), (-A,))
def enum(v): return [i * x for i, x in enumerate(v)]

@program((A,), (-A,))
def zipped(v): return [a * b for a, b in zip(v, v[::-1])]

@program((A,), (-A,))
def tuple_items(v): return [(x, x > 0) for x in v]

@program((A,), (-A,))
def nested(v): return [[x * y for y in range(3)] for x in v]

@program((A,), (-A,))
def two(v): return [x * y for x in v for y in range(2)]

@program((jnp.arange(24).reshape(12, 2),), (-jnp.arange(24).reshape(12, 2),))
def matrix(m): return [r.sum() for r in m], sum(x for r in m for x in r if x > 3)

@program((A,), (-A,))
def generator_var(v):
    g = (x * 2 for x in v)
    return sum(g)

@program((A,), (-A,))
def late(v):
    fs = [lambda: i for i in range(3)]
    return [f() + v[0] for f in fs]

@program((A,), (-A,))
def dict_items(v): return {i: x for i, x in enumerate(v)}

@program((S,), (-S,))
def dict_vals(v): return {k: k * v[0] for k in range(3)}

@program((A,), (-A,))
def tern(v): return [x if x > 0 else -x for x in v]

@program((A,), (-A,))
def list_loop(v):
    s = 0
    for y in [x * 2 for x in v]:
        s += y
    return s

@program((A,), (-A,))
def count(v): return sum(1 for x in v if x > 0), sum(x > 0 for x in v), sum([1 for x in v if x > 0])

@program((A,), (-A,))
def first(v): return next((x for x in v if x > 2), -1)

@program((A,), (-A,))
def join_list(v):
    l = [x for x in v]; l.append(v[0]); return l + [1]

@program((A, 2), (A, 0))
def in_if(v, n):
    if n > 1: r = sum(x for x in v if x > 0)
    else: r = 0
    return r

@program((A, 2), (A, 0))
def in_loop(v, n):
    r = 0
    for i in range(n): r += sum(x for x in v if x > i)
    return r

@program((A, 2), (A, 0))
def order_of_operands(v, x):
    log = []
    def note(k):
        log.append(k)
        return k
    r = note(1) + sum(note(2) for i in range(2)) * note(3) + x
    return r, log

@program((A, 2), (A, 0))
def lazy_operands(v, x):
    log = []
    def note(k):
        log.append(k)
        return k > 0
    a = any(note(k) for k in (0, 1, 2))
    b = all(note(k) for k in (3, 0, 4))
    c = len(log) == 2 or sum(note(k) for k in (5, 6))
    return a, b, c, log, x

@program((A, 2), (A, 0))
def name_does_not_leak(v, x):
    i = 100
    s = sum(i * x for i in range(3))
    l = [i for i in v]
    return s, i, l[0]

@program((A, 2), (A, 0))
def first_iterable_outside(v, x):
    i = v
    return sum(i * x for i in i), [i for i in i][1]

@program((A, 2), (A, 0))
def in_while_test(v, x):
    n = 0
    while any(k > n for k in v) and n < x + 3: n += 1
    return n

@program((A, 2), (A, 0))
def in_ternary(v, x):
    r = sum(k for k in v if k > x) if x > 1 else len([k for k in v if k < x])
    return r

@program((A, 2), (A, 0))
def behind_and(v, x):
    return x > 1 and any(k == x for k in v)

@program((A, 2), (A, 0))
def shadowed_sum(v, x):
    sum = lambda items: 7
    return sum(k for k in v if True) + x

@program((A, 2), (A, 0), strict=False)
def start_of_sum(v, x):
    return sum((k for k in v if k > 0), x), sum((k * 0.5 for k in v), 1.5)

@program((A, 3), (A, 0))
def product_of_ranges(v, n):
    return sum(i * j for i in range(n) for j in range(i) if (i + j) % 2 == 0)

@program((A, 3), (A, 0))
def any_of_two(v, n):
    return any(a + b == n for a in v for b in v), all(a * b < 31 for a in v if a > n for b in range(3))

@program((A, 3), (A, 0))
def inner_sum(v, n):
    return [sum(k * j for j in range(n)) for k in v][3], sum(sum(j for j in range(k) if j != n) for k in v)

@program((A, 3), (A, 0))
def bools_counted(v, n):
    return sum(k > n for k in v), sum(k > n for k in [n, 1, 2])

@program((A, 3), (A, 0))
def static_words(v, n):
    words = ["a", "bcd", "ef"]
    return sum(len(w) for w in words if w != "ef") + n, [w for w in words if len(w) > 1][0] == "bcd"

@program((A, 3), (A, 0))
def with_helper(v, n):
    def f(a):
        if a > n: return a * 2
        return a
    return sum(f(a) for a in v), [f(a) for a in v][4]

@program((A, 3), (A, 0))
def dict_of_static_keys(v, n):
    return {k: k * n for k in range(3)}, {k for k in (1, 2)} == {1, 2}

@program((A, 3), (A, 0))
def next_of(v, n):
    return next((k * 2 for k in v if k > n), -100), next((k for k in v if k > 50), n)

@program((A, 3), (A, 0))
def in_condition(v, n):
    if all(k < 10 for k in v) and n > 1: r = 1
    elif any(k == n for k in v): r = 2
    else: r = 3
    return r

@program((jnp.arange(300), 3), (jnp.arange(300), 0))
def long_array(v, n):
    return sum(k for k in v if k % 3 == 0), sum(k * k for k in v) + n
