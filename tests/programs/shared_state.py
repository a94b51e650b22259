"""What Python would share, consume or keep: each was once wrong without a word, and is now right or refused."""
# ruff: noqa

import dataclasses
import itertools
import types

import jax.numpy as jnp

from tests.programs.pool import program

V = jnp.array([1, 2, 3, 4])
M = jnp.arange(6.0).reshape(2, 3)


@dataclasses.dataclass
class Field:
    v: int


@program(1, 0, expect="branch-mismatch")
def key_on_one_path(x):
    d = {}
    if x > 0: d['a'] = x
    return d.get('a', 7)

@program(1, 0, expect="branch-mismatch")
def key_removed_on_one_path(x):
    d = {'a': 1, 'b': 2}
    if x > 0: d.pop('a')
    return len(d)

@program(1, 0, expect="branch-mismatch")
def attribute_on_one_path(x):
    f = Field(0)
    if x > 0: f.w = 5
    return hasattr(f, 'w')

@program(1, 0)
def namespace(x):
    o = types.SimpleNamespace(v=0)
    if x > 0: o.v = 5
    return o.v

@program(1, 0)
def function_attribute(x):
    def g(): return g.n
    g.n = 0
    if x > 0: g.n = 1
    return g()

@program(1, 0, expect="iterator-advanced")
def list_iterator(x):
    it = iter([1, 2, 3])
    if x > 0: next(it)
    return next(it)

@program(1, 0, expect="iterator-advanced")
def generator(x):
    it = (i * i for i in range(5))
    if x > 0: next(it)
    return next(it)

@program(1, 0, expect="iterator-advanced")
def counter(x):
    it = itertools.count()
    if x > 0: next(it)
    return next(it)

@program(1, 0)
def equal_objects(x):
    a, b = Field(0), Field(0)
    if x > 0: c = a
    else: c = b
    c.v = 5
    return a.v

@program(1, 0)
def list_in_tuple(x):
    a = [0]
    if x > 0: t = (a, 1)
    else: t = (a, 2)
    t[0].append(3)
    return a

@program(1, 0, expect="container-alias")
def one_list_two_names(x):
    if x > 0: a = [1]; b = a
    else: a = [2]; b = a
    a.append(3)
    return b

@program(1, 0)
def list_in_changed_list(x):
    a = [0]
    b = [a]
    if x > 0: b.append(x)
    else: b.append(0)
    a[0] = 7
    return b[0][0]

@program(V, expect="array-alias")
def slice_is_a_view(v):
    w = v[1:3]
    w[0] = 9
    return v

@program(M, expect="array-alias")
def row_is_a_view(m):
    r = m[0]
    r[1] = 9.0
    return m

@program(M, expect="array-alias")
def loop_row_is_a_view(m):
    for r in m: r[0] = 9.0
    return m

@program(V, expect="array-alias")
def changed_while_iterated(v):
    for i, x in enumerate(v):
        if i < 3: v[i + 1] += x
    return v

@program(V, expect="array-alias")
def changed_by_helper(v):
    def g(a): a[0] = 9
    g(v)
    return v

@program(3)
def type_of_traced(x): return type(x) == int, type(x) is float

@program(3, 0)
def division_caught(x):
    try: return 1 // x
    except ZeroDivisionError: return -1

@program((3, 1), (0, 1))
def key_is_traced(x, y): return {3: 1}.get(x, 7)

@program((3, 1), (0, 1))
def default_list(x, y):
    def g(seen=[0]):
        seen[0] += 1
        return seen[0]
    if x > 0: g()
    return g()

@program(2.5, -2.5)
def math_floor(x):
    import math
    return math.floor(x), math.ceil(x), math.trunc(x)

@program(15, 25, expect="refused-by-jax")
def round_to_tens(x): return round(x, -1)

@program(3, -1)
def members_of_a_tuple(x):
    a, b = [0], {"k": x}
    if x > 0: t = (a, 1, x, b)
    else: t = (a, 2, 2 * x, b)
    t[0].append(3)
    t[3]["k"] = t[3]["k"] + t[1]
    return a, b["k"], t[2]
