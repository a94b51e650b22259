"""`for` over ranges, arrays and what Python iterates over."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import program

V = jnp.array([3, 1, 2, 5])
W = jnp.array([0, 0, -7, 2])
LONG = jnp.arange(20)


@program(5, 0, -2)
def range_stop(n):
    s = 0
    for i in range(n): s += i
    return s

@program((2, 7), (7, 2), (-3, 3), (0, 0))
def range_start_stop(a, b):
    s = 0
    for i in range(a, b): s = s * 2 + i
    return s

@program((0, 10, 3), (10, 0, -3), (0, 10, -1), (-5, 5, 2), (5, 5, 1))
def range_step(a, b, c):
    s = 0
    for i in range(a, b, c): s = s * 2 + i
    return s

@program((10, 0), (0, 5), (9, 3))
def range_down(a, b):
    s = 0
    for i in range(a, b, -2): s = s * 3 + i
    return s

@program(2, 0)
def range_static_long(x):
    s = 0
    for i in range(20): s += i * x
    return s

@program(2, 0)
def range_static_long_step(x):
    s = 0
    for i in range(40, 3, -3): s = (s + i * x) % 101
    return s

@program(2, 0)
def index_after(x):
    for i in range(20): x += i
    return x, i

@program(2, 5)
def index_after_dynamic(n):
    i = -1
    for i in range(n): pass
    return i

@program(2, 0)
def index_rebound(x):
    s = 0
    for i in range(12):
        i = i * 2
        s += i * x
    return s, i

@program(V, W)
def over_array(v):
    s = 0
    for x in v: s = s * 2 + x
    return s

@program(LONG, LONG * 3)
def over_long_array(v):
    s = 0
    for x in v: s += x * x
    return s

@program((jnp.arange(6).reshape(2, 3),), (jnp.ones((2, 3), int),))
def over_rows(m):
    s = 0
    for row in m:
        for x in row: s = s * 2 + x
    return s

@program((jnp.arange(24).reshape(12, 2),))
def unpack_rows(m):
    s = 0
    for a, b in m: s += a * b
    return s

@program(V, W)
def over_enumerate(v):
    s = 0
    for i, x in enumerate(v): s += i * x
    return s

@program(LONG, LONG - 5)
def over_enumerate_from(v):
    s = 0
    for i, x in enumerate(v, 1): s += i * x
    return s

@program((V, W), (W, V))
def over_zip(a, b):
    s = 0
    for x, y in zip(a, b): s = s * 2 + x * y
    return s

@program((LONG, V), (LONG + 1, W))
def over_zip_shortest(a, b):
    s = 0
    for x, y in zip(a, b): s = s * 2 + x * y
    return s

@program(LONG, LONG - 9)
def over_zip_range(v):
    s = 0
    for i, x in zip(range(3, 100), v): s += i * x
    return s

@program(V, W)
def over_reversed(v):
    s = 0
    for x in reversed(v): s = (s * 2 + x) % 1000
    return s

@program(V, LONG)
def over_enumerate_zip(v):
    s = 0
    for i, (x, y) in enumerate(zip(v, v)): s += i * x - y
    return s

@program(V, LONG)
def over_map(v):
    s = 0
    for x in map(lambda a: a * a, v): s += x
    return s

@program(V, LONG)
def over_slice(v):
    s = 0
    for x in v[1:]: s = (s * 2 + x) % 1000
    return s

@program(3, 0)
def over_list(x):
    s = 0
    for y in [1, x, 3]: s = s * 2 + y
    return s

@program(3, 0)
def over_tuples(x):
    s = 0
    for a, (b, c) in [(1, (x, 2)), (x, (3, 4))]: s = s * 2 + a * b - c
    return s

@program(3, 0)
def over_string(x):
    s = 0
    for c in 'abc': s += ord(c) * x
    return s

@program(3, 0)
def over_dict(x):
    s = 0
    for k in {'a': 1, 'b': 2}: s += len(k) * x
    return s

@program(3, 0)
def over_dict_items(x):
    s = 0
    for k, v in {'a': 1, 'b': x}.items(): s += v
    return s

@program(3, 0)
def over_empty(x):
    s = 0
    for i in []: s += x
    return s

@program(3, 0)
def over_generator(x):
    s = 0
    for y in (i * x for i in range(3)): s += y
    return s

@program(5, 0)
def with_else(n):
    s = 0
    for i in range(n): s += i
    else: s += 100
    return s

@program(5, 2, 0, under_jit="undefined-name")
def else_and_break(n):
    for i in range(n):
        if i == 3: break
    else: return 100
    return i

@program(5, 2, 0)
def search(n):
    found = -1
    for i in range(20):
        if i * i > n:
            found = i
            break
    return found

@program(5, 2, 0)
def return_inside(n):
    for i in range(20):
        if i * i > n: return i
    return -1

@program((V, 2), (V, 9), (W, 0))
def index_of(v, x):
    for i in range(len(v)):
        if v[i] == x: return i
    return -1

@program((V, 2), (V, 9), (W, 0))
def contains(v, x):
    found = False
    for y in v:
        if y == x:
            found = True
            break
    return found

@program(5, 0)
def nested_dynamic(n):
    s = 0
    for i in range(n):
        for j in range(i): s += i * j
    return s

@program(5, 0)
def nested_break(n):
    s = 0
    for i in range(n):
        for j in range(n):
            if j > i: break
            s += j
    return s

@program(5, 0)
def nested_continue(n):
    s = 0
    for i in range(n):
        for j in range(n):
            if j == i: continue
            s += j
        if i == 2: continue
        s += 100
    return s

@program((5, 7), (0, 7), (3, 1))
def return_from_nested(n, k):
    for i in range(n):
        for j in range(n):
            if i * j > k: return i, j
    return -1, -1

@program(5, 0)
def previous(n):
    prev = 0
    s = 0
    for i in range(n):
        s += prev * i
        prev = i
    return s

@program(5, 0, promotes=True)
def promotes_float(n):
    y = 0
    for i in range(n): y = y + 0.5
    return y

@program(5, 0, promotes=True)
def promotes_chain(n):
    a = b = c = 0
    for i in range(n):
        a = b; b = c; c = c + 0.5
    return a, b, c

@program(5, 0)
def underscore(n):
    k = 1
    for _ in range(n): k *= 2
    return k

@program(5, 0)
def bound_changes(n):
    s = 0
    for i in range(n):
        n = 2
        s += 1
    return s, n

@program((V, 3), (W, 0))
def array_update(v, n):
    for i in range(n): v[i] = v[i] * 2 + i
    return v

@program((LONG,),)
def prefix_sum(v):
    for i in range(1, len(v)): v[i] = v[i] + v[i - 1]
    return v

@program((V,), (W,))
def running_extremes(v):
    lo = hi = v[0]
    for x in v[1:]:
        if x < lo: lo = x
        elif x > hi: hi = x
    return lo, hi

@program(3, 0)
def assigned_in_both(x):
    for i in range(12):
        if i > x: y = i
        else: y = -i
    return y

@program(3, 0, 30)
def defined_after_loop(n):
    for i in range(12):
        y = i * n
    return y

@program(6, 0)
def while_in_for(n):
    s = 0
    for i in range(n):
        k = i
        while k > 0:
            s += k; k -= 2
    return s

@program(6, 0)
def for_in_while(n):
    s = 0
    while n > 0:
        for i in range(n): s += i
        n -= 2
    return s

@program((jnp.array([[1.0, 2.0], [3.0, 4.0]]), jnp.array([[1.0, 0.0], [0.0, 2.0]])))
def matmul(a, b):
    c = jnp.zeros((2, 2))
    for i in range(2):
        for j in range(2):
            for k in range(2): c[i, j] += a[i, k] * b[k, j]
    return c

@program(3, 0)
def augmented_targets(x):
    t = [0, 0]
    for i in range(4): t[i % 2] += x * i
    return t

@program(3, 0)
def target_is_item(x):
    t = [0]
    for t[0] in range(3): x += t[0]
    return x, t

@program(3, 0)
def starred_target(x):
    s = 0
    for a, *b in [(1, 2, x), (x, 5, 6)]: s += a * sum(b)
    return s

@program(LONG, LONG + 3)
def over_long_reversed(v):
    s = 0
    for x in reversed(v): s = (s * 2 + x) % 1000
    return s
