"""Assignment to items wherever Python allows it, each part evaluated once and in Python's order."""
# ruff: noqa

import dataclasses

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

A = jnp.arange(12) - 5
TABLE = (10, 20, 30)
ROWS = [[1, 2], [3, 4]]
MIXED = [1, 2.5]

@dataclasses.dataclass
class P:
    x: object
    y: object

@program((A, 2), (A, 0))
def order(v, x):
    log = []
    def f(k): log.append(k); return k
    l = [[1, 2], [3, 4]]
    l[f(0)][f(1)] += x
    l[f(1)][f(0)] = f(5) + x
    return l, log

@program((A, 2), (A, 0))
def nested_array(v, i):
    m = jnp.zeros((3, 3)).astype(int)
    m[i][1] = v[i]
    m[0][i] += 5
    return m

@program((A, 2), (A, 0))
def dict_items(v, i):
    d = {'k': v, 'l': [1, 2]}
    d['k'][i] += 1
    d['l'][0] += i
    return d

@program((A, 2), (A, 0), expect="array-alias")
def field(v, i):
    p = P(v, [v, 1])
    p.x[i] = 9
    p.y[0][i] = 7
    return p.x, p.y

@program((A, 2, 5), (A, 0, 1))
def swap(v, i, j):
    v[i], v[j] = v[j], v[i]
    return v

@program((A, 2, 5), (A, 0, 1))
def star(v, i, j):
    l = [0, 0, 0]
    p = P(0, 0)
    l[0], *l[1], p.x = v[i], v[j], 3, 4
    return l, p.x

@program((A, 2), (A, 0))
def slice_items(v, x):
    v[::2] = x
    v[1::3] += 1
    v[-3:-1] *= 2
    v[:2], v[5] = 7, 8
    return v

@program((A, 2), (A, 0))
def mask(v, x):
    v[v > x] = 0
    v[v < 0] -= 1
    return v

@program((A, 2), (A, 0))
def del_items(v, x):
    l = [1, x, 3]; del l[0]
    d = {'a': x, 'b': 1}; del d['b']
    return l, d

class RO:
    def __init__(self, items): self._items = items
    @property
    def items(self): return self._items

@program((A, 2), (A, 0))
def readonly_list(v, x):
    r = RO([1, 2, 3])
    r.items[0] = x
    r.items[1] += x
    return r.items

@program((A, 2), (A, 0), expect="read-only-array")
def readonly_array(v, x):
    r = RO(v)
    r.items[0] = x
    return r.items

@program((A, 2), (A, 0))
def chain_targets(v, i):
    l = [0, 0]
    a = l[0] = b = l[1] = i + 1
    return a, b, l

@program((A, 2), (A, 0))
def ann(v, i):
    l = [0, 0]
    l[0]: int = i
    v[1]: int = i
    return l, v

@program((A, 2), (A, 0))
def for_target(v, i):
    l = [0, 0]
    for l[0] in range(3): l[1] += l[0] * i
    return l

@program((A, 2), (A, 0))
def for_target_arr(v, i):
    for v[0] in range(i): v[1] += 1
    return v

@program((A, 2), (A, 0))
def with_target(v, i):
    import contextlib
    l = [0]
    with contextlib.nullcontext(i) as l[0]: l[0] += 1
    return l

@program((A, 2), (A, 0))
def in_if(v, i):
    if i > 1: v[i] = 0; 
    else: v[0], v[1] = v[1], v[0]
    return v

@program((A, 2), (A, 0))
def call_container(v, i):
    l = [1, 2]
    def get(): return l
    get()[0] = i
    get()[1] += i
    return l

@program((A, 2), (A, 0))
def tuple_index(v, i):
    m = v.reshape(3, 4)
    m[i, 1] = 9
    m[:, i] += 1
    m[i] *= 2
    return m

@program((A, 2), (A, 0))
def update_order(v, x):
    log = []
    def f(k):
        log.append(k)
        return k
    l = [[1, 2], [3, 4]]
    l[f(0)][f(1)] += f(x)
    return l, log[0], log[1], len(log)

@program((A, 2), (A, 0))
def update_reads_first(v, x):
    l = [1, 2]
    def change():
        l[0] = 50
        return x
    l[0] += change()
    return l

@program((A, 2), (A, 0))
def update_in_place(v, x):
    inner = [1]
    l = [inner, inner]
    l[0] += [x]
    return l, inner

@program((A, 2), (A, 0))
def update_set(v, x):
    s = {1}
    d = {"s": s}
    d["s"] |= {2}
    return sorted(s), x

@program((A, 2), (A, 0))
def update_operators(v, x):
    v[0] -= x; v[1] *= x; v[2] //= 2; v[3] %= 3; v[4] **= 2; v[5] <<= 1; v[6] >>= 1; v[7] &= 3; v[8] |= x; v[9] ^= 5
    return v

@program((A, 2), (A, 0))
def update_by_truth(v, x):
    v[0] += x > 1
    v[x] += True
    return v

@program((A, 2), (A, 0))
def masked_update(v, x):
    m = v < x
    v[m] += 10
    v[v > 5] -= x
    v[v < 0] *= 2
    return v

@program((jnp.arange(6.0).reshape(3, 2), 2), (jnp.arange(6.0).reshape(3, 2), 0))
def masked_rows(m, i):
    m[m > 2] += i
    m[m.sum(axis=1) > 5] = 0
    return m

@program((A, 2), (A, 0))
def list_in_tuple(v, x):
    t = ([1, 2], 3)
    t[0][1] = x
    t[0][0] += x
    return t

@program((A, 2), (A, 0))
def setter_is_not_called(v, x):
    class C:
        def __init__(self): self._l, self.calls = [1, 2], 0
        @property
        def l(self): return self._l
        @l.setter
        def l(self, new): self.calls += 1; self._l = new
    c = C()
    c.l[0] = x
    c.l[1] += x
    return c.l, c.calls

@program((A, 2), (A, 0))
def owner_once(v, x):
    made = []
    def owner():
        made.append(1)
        return P([0, 0], 0)
    owner().x[0] = x
    owner().x[1] += x
    return len(made)

@program((A, 2), (A, 0))
def array_behind_setter(v, x):
    class C:
        def __init__(self, a): self._a = a
        @property
        def a(self): return self._a
        @a.setter
        def a(self, new): self._a = new
    c = C(v + 1)
    c.a[0] = x
    c.a[1] += x
    return c.a

@dataclasses.dataclass(frozen=True)
class Frozen:
    items: object

@program((A, 2), (A, 0))
def frozen_list(v, x):
    f = Frozen([1, 2])
    f.items[0] = x
    return f.items

@program((A, 2), (A, 0), expect="read-only-array")
def frozen_array(v, x):
    f = Frozen(v)
    f.items[0] = x
    return f.items

@program((A, 2), (A, 0))
def index_before_rebinding(v, i):
    v[i], i = 50, i + 1
    i, v[i] = i + 1, 60
    return v, i

@program((A, 2), (A, 0))
def rotate(v, i):
    v[0], v[1], v[2] = v[1], v[2], v[0]
    a = b = v[3] = i
    (v[4], (v[5], *rest)), v[6] = (1, (2, 3, 4)), 5
    return v, a, b, rest

@program((A, 2), (A, 0))
def enumerate_into(v, i):
    l = [0, 0]
    for k, (l[0], l[1]) in enumerate([(1, i), (3, 4)]): v[k] = l[0] + l[1]
    return v, l

@program((A, 2), (A, 0))
def with_two(v, i):
    import contextlib
    l = [0, 0]
    with contextlib.nullcontext(i) as l[0], contextlib.nullcontext(l[0] + 1) as l[1]: l[1] += 1
    return l

@program((A, 2), (A, 0))
def from_table(v, i):
    return TABLE[i], TABLE[-1], (1, 2, 3)[i], (v[0], v[1], v[2])[i]

@program((A, 1), (A, 0))
def from_rows(v, i):
    return ROWS[i][1 - i] + ROWS[i][0]

@program((A, 1), (A, 0), expect="items-differ")
def from_mixed(v, i): return MIXED[i]

@program((A, 2), (A, 0))
def from_local_tuple(v, i):
    t = (1.5, 2.5, 3.5)
    u = ((1, v), (2, v * 2), (3, v * 3))
    return t[i], u[i]

@program((A, 1), (A, 0))
def from_attribute(v, i):
    p = P((5, 6), v)
    return p.x[i], p.y[i]

@program((A, 1), (A, 0))
def tuple_in_loop(v, i):
    s = 0
    for k in range(12): s += (1, -1)[k % 2] * v[k]
    return s + TABLE[i]

@program((A, 2), (A, 0))
def value_rebinds_the_container(v, x):
    l, m = [1, 2, 3], [4, 5]
    def f():
        nonlocal l, m
        l, m = [7, 8, 9], [1, 1]
        return x
    kept = m
    l[0] = f() + 1
    m[0] += f()
    return l, m, kept

@program((A, 2), (A, 0))
def value_might_rebind_the_array(v, x):
    def f(anew):
        nonlocal v
        if anew: v = v * 0
        return x
    v[1] += f(False)
    v[2] -= f(False) * 3
    return v

@program((A, 2), (A, 0))
def value_rebinds_the_list(v, x):
    m = [4, 5]
    kept = m
    def f():
        nonlocal m
        m = [1, 1]
        return x
    m[0] += f()
    return m, kept

@program((A, 2), (A, 0), expect="read-only-array")
def value_rebinds_the_array_on_a_path(v, x):
    def f():
        nonlocal v
        if x > 0: v = v * 0
        return x
    v[1] += f()
    return v

@program((A, 2), (A, 0))
def slices_in_tuples(v, x):
    v[1:3], v[5] = v[2:4], x
    v[0:2] += v[2:4]
    return v

@program((A, 2), (A, 0))
def negative_index(v, i):
    return TABLE[i - 3], (1, 2, 3)[-i - 1]

@program(0, 2, -3, 3, -4, under_jit=SKIP)
def tuple_out_of_range(i):
    return (1, 2, 3)[i]

@program(2, 3, -1, 4, under_jit=SKIP)
def tuple_index_in_a_loop(n):
    sizes = (5, 6, 7); s = 0
    for i in range(n): s += sizes[i]
    return s

@program(0, 2, 3, -4, under_jit=SKIP)
def tuple_index_in_a_condition(i):
    if (1, 2, 3)[i] > 2: r = 5
    else: r = 7
    return r


def chosen_by(items, i): return items[i]

@program(((1, 2, 3), 1), ((1, 2, 3), -1), ((1, 2, 3), 5), under_jit=SKIP)
def item_of_a_tuple_given(t, i): return t[i]

@program(1, 0, 7, under_jit=SKIP)
def item_of_a_tuple_in_a_helper(i): return chosen_by((3, 4, 5), i) + chosen_by([1, 2, 3], i)

@program((((1, 2), (3, 4)), 1), (((1, 2), (3, 4)), 0))
def item_of_tuples_given(t, i):
    a, b = t[i]
    return a * b + t[i][i] if i > 0 else t[0][i]

@program((1, 5), (0, 5))
def change_of_a_chosen_list(i, x):
    a, b = [1, 2], [3, 4]
    row = (a, b)[i]
    row[0] = x
    return a, b

@program((1, 5), (0, 5), (-1, 4))
def change_of_a_chosen_dict(i, x):
    a, b = {"n": 1}, {"n": 2}
    row = (a, b)[i]
    row["n"] += x
    return a, b

@program((1, 5), (0, 5))
def item_of_a_chosen_container(i, x):
    a, b = {"n": 1}, {"n": 2}
    return (a, b)[i]["n"] + x + ([1, 2], [3, 4])[i][0]
