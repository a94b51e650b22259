"""Lists, dicts, sets, objects, globals and cells changed in staged blocks."""
# ruff: noqa

import collections
import types

import jax.numpy as jnp

from tests.programs.pool import program


class Box:
    def __init__(self, v=0):
        self.v = v
        self.items = []

    def put(self, a):
        self.v = a
        self.items.append(a)


class Slotted:
    __slots__ = ('v',)
    def __init__(self): self.v = 0


@program(3, -3)
def append_both(x):
    l = [0]
    if x > 0: l.append(x)
    else: l.append(-x)
    return l

@program(3, -3, under_jit="list-length-unknown")
def append_one_side(x):
    l = [0]
    if x > 0: l.append(x)
    return l

@program(3, -3)
def append_helper(x):
    l = []
    def add(a):
        if a > 0: l.append(a)
        else: l.append(0)
    add(x); add(-x)
    return l

@program(3, -3)
def item_of_list(x):
    l = [1, 2, 3]
    if x > 0: l[1] = x
    return l

@program(3, -3)
def item_of_dict(x):
    d = {'a': 1}
    if x > 0: d['a'] = x
    return d

@program(3, -3)
def item_of_nested(x):
    d = {'a': [1, {'b': 2}]}
    if x > 0: d['a'][1]['b'] = x
    return d

@program(3, -3)
def attribute(x):
    b = Box()
    if x > 0: b.v = x
    return b.v

@program(3, -3)
def attribute_of_alias(x):
    a = b = Box()
    if x > 0: a.v = x
    return b.v

@program(3, -3)
def list_alias(x):
    a = [0]
    b = a
    if x > 0: a[0] = x
    return b

@program(3, -3)
def list_in_list(x):
    a = [0]
    b = [a, a]
    if x > 0: a[0] = x
    return b

@program(3, -3)
def slots(x):
    s = Slotted()
    if x > 0: s.v = x
    return s.v

@program(3, -3)
def method_two_changes(x):
    b = Box()
    b.items.append(0)
    if x > 0: b.items[0] = x; b.v = 2 * x
    return b.v, b.items

@program(3, 0)
def dict_in_loop(n):
    d = {'a': 0, 'b': 1}
    for i in range(n): d['a'] += i * d['b']
    return d

@program(3, 0)
def list_items_in_loop(n):
    l = [0, 1]
    for i in range(n): l[0], l[1] = l[1], l[0] + l[1]
    return l

@program(3, 0)
def object_in_while(n):
    b = Box()
    while n > 0:
        b.v += n
        n -= 1
    return b.v

@program(3, 0)
def object_of_objects(n):
    b = Box(Box(0))
    for i in range(n): b.v.v += i
    return b.v.v

@program(3, 0)
def array_in_object(n):
    b = Box(jnp.zeros(3, int))
    for i in range(n): b.v = b.v + i
    return b.v

@program(3, 0)
def class_attribute(n):
    class C: total = 0
    for i in range(n): C.total += i
    return C.total

@program(3, -3)
def list_methods(x):
    l = [3, 1, 2]
    if x > 0: l.reverse()
    return l

@program(3, -3)
def list_extend_static(x):
    l = [x]
    l.extend([1, 2]); l += [3]; l.insert(0, 7); l.pop(); l.remove(1)
    return l, len(l), l[-1], l.index(7)

@program(3, -3)
def dict_methods(x):
    d = {'a': x}
    d.update(b=2); d.setdefault('c', 3)
    return d.pop('a'), d, list(d.values()), d.get('z', 5)

@program(3, -3)
def deque_items(x):
    d = collections.deque([1, 2])
    if x > 0: d.rotate(1)
    return list(d), len(d)

@program(3, -3)
def counter_dict(x):
    c = collections.Counter()
    for i in range(4): c['k'] += x
    return c['k']

@program(3, -3)
def nested_branches(x):
    b = Box()
    if x > 0:
        b.v = 1
        if x > 2: b.v += 10
    else:
        b.v = 5
    return b.v

@program(3, 0)
def loop_in_branch(n):
    b = Box()
    if n > 1:
        for i in range(n): b.v += i
    return b.v

@program(3, 0)
def branch_in_loop(n):
    b = Box()
    for i in range(n):
        if i % 2 == 0: b.v += i
        else: b.v -= 1
    return b.v

@program(3, 0)
def append_in_static_loop(x):
    l = []
    for i in range(4): l.append(i * x)
    return l, len(l)

@program(3, 0)
def append_in_long_static_loop(x):
    l = []
    for i in range(12): l.append(i * x)
    return l

@program(3, 0, under_jit="list-needs-bound")
def append_in_dynamic_loop(n):
    l = []
    for i in range(n): l.append(i)
    return l

@program(3, 0)
def list_of_lists(x):
    g = [[0, 0], [0, 0]]
    for i in range(2):
        for j in range(2): g[i][j] = i * x + j
    return g

@program(3, 0)
def stack(x):
    s = []
    for i in range(3): s.append(i + x)
    t = 0
    while s: t = t * 10 + s.pop()
    return t

@program(3, -3)
def early_return_keeps(x):
    b = Box()
    b.v = 1
    if x > 0:
        b.v = 2
        return b.v
    return b.v + 10

@program(3, -3)
def break_keeps(x):
    b = Box()
    for i in range(12):
        b.v += 1
        if i > x: break
    return b.v

count = 0
def reset_count():
    global count
    count = 0

@program(3, -3, reset=reset_count, expect="right", under_jit="right")
def global_in_python(x):
    global count
    count = 1
    y = count + x
    count = 0
    return y

@program(3, -3)
def tuple_of_objects(x):
    t = (Box(1), Box(2))
    if x > 0: t[0].v = x
    return t[0].v, t[1].v

@program(3, -3)
def default_argument(x):
    def g(a, seen=[]):
        seen.append(a)
        return len(seen)
    g(x)
    return g(x)

@program(3, -3)
def slice_of_list(x):
    l = [x, 1, 2]
    l[1:] = [5, x]
    del l[0]
    return l

@program(3, -3)
def swap_items(x):
    l = [x, 1]
    if x > 1: l[0], l[1] = l[1], l[0]
    return l

@program(3, -3)
def setattr_call(x):
    b = Box()
    if x > 0: setattr(b, 'v', x)
    return getattr(b, 'v')

@program(3, -3)
def property_setter(x):
    class T:
        def __init__(self): self._v = 0
        @property
        def v(self): return self._v
        @v.setter
        def v(self, a): self._v = a if a > 0 else -a
    t = T()
    t.v = x
    return t.v

@program(3, 0, 5)
def deque_in_a_loop(n):
    d = collections.deque([1, 2, 3], maxlen=3)
    e = d
    while n > 0:
        d.append(n)
        n = n - 1
    return list(e)


@program(2, expect="carry-mismatch")
def keys_in_another_order_after_a_round(n):
    d = {"a": 1, "b": 2}
    for i in range(n):
        d["a"] = d.pop("a") + i
    return list(d)


@program(1, expect="branch-mismatch")
def keys_in_another_order_on_one_path(x):
    d = {"a": 1, "b": 2}
    if x > 0:
        d["a"] = d.pop("a") + x
    return list(d)


@program(1, -1)
def several_new_keys(x):
    d = {"z": 1}
    if x > 0:
        d["p"] = x
        d["q"] = 1
        d["a"] = 2
    else:
        d["p"] = 0
        d["q"] = -1
        d["a"] = 3
    number = 0
    for key in d:
        number = number * 10 + d[key]
    return number
