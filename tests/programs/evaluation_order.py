"""Evaluation order of assignments whose value, index or container changes what the others read."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import program

V = jnp.arange(5) + 1
W = jnp.array([3, 1, 2, 9, 9])

class O: pass

@program((V, 0), (V, 1), (W, 0))
def value_changes_the_container(v, a):
    def inner():
        v[0] = 7
        return 1
    v[1] = inner()
    return v

@program((V, 0), (V, 1), (W, 0))
def value_changes_the_index(v, a):
    def inner():
        nonlocal a
        a = a + 1
        return 1
    v[a] = inner()
    return v

@program((V, 0), (V, 1), (W, 0))
def update_changes_the_index(v, a):
    def inner():
        nonlocal a
        a = a + 1
        return 1
    v[a] += inner()
    return v

@program((V, 0), (V, 1), (W, 0), expect="read-only-array")
def update_binds_the_container(v, a):
    def inner():
        nonlocal v
        v = v * 2
        return 1
    v[a] += inner()
    return v

@program((V, 0), (V, 1), (W, 0))
def value_binds_the_container(v, a):
    def inner():
        nonlocal v
        v = v * 2
        return 1
    v[a] = inner()
    return v

@program((V, 0), (V, 1), (W, 0))
def value_reads_and_changes(v, a):
    def inner():
        v[0] += 1
        return v[0]
    v[a] = v[0] + inner() + v[0]
    return v

@program((V, 0), (V, 1), (W, 0))
def operands_around_a_call(v, a):
    def inner():
        nonlocal a
        a += 1
        return a
    r = a + inner() * a
    return r, v[a - 1] + inner() + v[a - 3]

@program((V, 0), (V, 1), (W, 0))
def update_of_a_name(v, a):
    def inner():
        nonlocal a
        a += 1
        return a
    a += inner()
    return a

@program((V, 0), (V, 1), (W, 0))
def displays_and_chains(v, a):
    def inner():
        nonlocal a
        a += 1
        return a
    a, b = inner(), a
    return a, b, (a, inner(), a), [a, inner(), a], a < inner() < a

@program((V, 0), (V, 1), (W, 0), expect="read-only-array")
def walrus_binds_the_container(v, a):
    w = v
    def inner():
        nonlocal w
        w = w + 1
        return 1
    w[a] += (w := w * 3)[0]
    return w

@program((V, 0), (V, 1), (W, 0))
def walrus_binds_the_index(v, a):
    v[a] += (a := a + 1)
    return v, a

@program((V, 0), (V, 1), (W, 0))
def walrus_in_the_value(v, a):
    v[a] = (a := a + 1)
    return v, a

@program((V, 0), (V, 1), (W, 0))
def item_as_loop_target(v, a):
    def inner():
        nonlocal a
        a += 1
        return 2
    for v[a] in range(3):
        if a < 2: inner()
    return v

@program((V, 0), (V, 1), (W, 0))
def two_items(v, a):
    def inner():
        nonlocal a
        a += 1
        return 2
    v[a], v[a + 1] = inner(), inner()
    return v

@program((V, 0), (V, 1), (W, 0))
def two_targets(v, a):
    def inner():
        nonlocal a
        a += 1
        return 2
    v[a] = v[a + 1] = inner()
    return v

@program((V, 0), (V, 1), (W, 0))
def at_run_time(v, a):
    def inner():
        nonlocal a
        a += 1
        return 2
    if v[0] > 1:
        if v[1] > 1: v[a] = inner()
        else: v[a] = 3
    while a < 3:
        v[a] -= inner()
    return v

@program((V, 0), (V, 1), (W, 0))
def index_calls(v, a):
    i = 0
    def inner():
        nonlocal i
        i = i + 1
        return i
    v[i] = inner(); v[inner()] = i; v[i] += inner() + i
    return v, i

@program((V, 0), (V, 1), (W, 0), expect="read-only-array")
def index_changes_the_container(v, a):
    def inner():
        v[0] = 9
        return 2
    v[inner()] = 5
    return v

@program((V, 0), (V, 1), (W, 0), expect="read-only-array")
def index_binds_the_container(v, a):
    def inner():
        nonlocal v
        v = v * 2
        return 2
    v[inner()] = 5
    return v

@program((V, 0), (V, 1), (W, 0))
def index_changes_what_the_value_reads(v, a):
    def inner():
        nonlocal a
        a += 1
        return a
    v[inner()] += a
    v[inner()] = a
    m = [[1, 2, 3, 4, 5], [3, 4, 5, 6, 7], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2]]
    a = 0
    m[a][inner()] = a
    m[a][inner()] += inner() * a
    return v, m

@program((V, 0), (V, 1), (W, 0))
def list_grows_in_the_value(v, a):
    l = [1, 2, 3, 4]
    def inner():
        l.append(v[0])
        return 1
    l[inner()] = len(l)
    l[len(l) - 1] += inner()
    l[-1] = inner()
    l[-1] += inner()
    l[inner() : 3] = [inner(), inner()]
    return l

@program((V, 0), (V, 1), (W, 0))
def list_bound_anew(v, a):
    l = [1, 2, 3, 4]
    def inner():
        nonlocal l
        l = [v[0]] * 4
        return 1
    k = l
    l[inner()] = 7
    l[0] += inner()
    return l, k

@program((V, 0), (V, 1), (W, 0))
def item_as_index(v, a):
    l = [0, 1, 2, 3]
    def inner():
        l[0] += 1
        return v[0]
    l[l[0]] = inner()
    l[l[0] % 4] += inner()
    return l

@program((V, 0), (V, 1), (W, 0))
def walrus_in_a_loop(v, a):
    while a < 4:
        v[(a := a + 1)] = a
        v[a] += (a := a + 1)
    return v, a

@program((V, 0), (V, 1), (W, 0))
def iterator_in_both(v, a):
    it = iter([0, 1, 2, 3, 4])
    v[next(it)] = next(it)
    v[next(it)] += next(it)
    return v

@program((V, 0), (V, 1), (W, 0))
def stack_in_both(v, a):
    st = [0, 1, 2, 3]
    v[st.pop()] = st.pop()
    v[st.pop()] += st.pop() + v[st[0] if st else 0]
    return v

@program((V, 0), (V, 1), (W, 0))
def attribute_as_index(v, a):
    o = O(); o.x = v; o.i = a
    def inner():
        o.i = o.i + 1
        return 5
    o.x[o.i] = inner()
    o.x[o.i] += inner()
    return o.x

@program((V, 0), (V, 1), (W, 0))
def attribute_bound_anew(v, a):
    o = O(); o.x = v; o.i = a
    def inner():
        o.x = o.x * 2
        return 5
    o.x[o.i] = inner()
    return o.x

@program((V, 0), (V, 1), (W, 0))
def update_of_an_attribute(v, a):
    o = O(); o.x = v; o.i = a
    def inner():
        o.i += 10
        return 5
    o.i += inner()
    return o.i

@program((V, 0), (V, 1), (W, 0))
def range_of_calls(v, a):
    def inner():
        nonlocal a
        a += 1
        return a
    s = 0
    for i in range(a, inner(), a):
        s += i
        inner()
    return s, a

@program((V, 0), (V, 1), (W, 0))
def arguments(v, a):
    def inner(k=0):
        nonlocal a
        a += 1 + k
        return a
    def three(x, y, z=0, *r, **k):
        return x * 100 + y * 10 + z, r, k.get('q')
    return three(a, inner(), a, a, inner(), q=a), three(y=inner(), x=a), three(*(a, inner()), z=inner())

@program((V, 0), (V, 1), (W, 0))
def array_bound_anew(v, a):
    def inner():
        nonlocal v
        v = v + 1
        return v[0]
    return v[0] + inner() + v[0], v[inner() % 5], v

@program((V, 0), (V, 1), (W, 0))
def array_bound_in_branches(v, a):
    def inner():
        nonlocal v
        v = v + 1
        return v[0]
    b = v[0]
    if v[1] > 1:
        b += inner()
    else:
        b -= inner()
    for i in range(a + 2):
        b = b + v[i] * inner()
    while b < 1000:
        b = b * inner() + v[0]
    return b, v

@program((V, 0), (V, 1), (W, 0))
def calls_of_calls(v, a):
    s = 0
    def add(x):
        nonlocal s
        s += x
        return s
    def twice(x):
        return add(x) + add(x) * s
    for x in v:
        s = twice(x) % 17 - s
    return s

@program((V, 0), (V, 1), (W, 0))
def loop_test_calls(v, a):
    s, t = 0, 1
    def swap():
        nonlocal s, t
        s, t = t, s + t
        return s
    while swap() < v[3] + 10:
        if t > 3: swap()
    return s, t

@program((V, 0), (V, 1), (W, 0))
def operators_of_a_class(v, a):
    n = 0
    class C:
        def __init__(self, k): self.k = k
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
    c = C(v[0]) + C(a) + C(n)
    c[n] = c[1] + n
    c[n] += n
    return c.k, n

@program((V, 0), (V, 1), (W, 0))
def list_in_operands(v, a):
    o = [0]
    def push(x):
        o.append(x)
        return len(o)
    r = len(o) + push(v[0]) * len(o)
    o[push(1) - 1] = len(o)
    o[-1], o[0] = push(5), len(o)
    return r, o

@program((V, 0), (V, 1), (W, 0))
def reader(v, a):
    i = 0
    def nxt():
        nonlocal i
        i += 1
        return v[i - 1]
    total = nxt() - nxt() * nxt()
    rest = 0
    while i < 5:
        rest = rest * 2 + nxt()
    return total, rest, i

@program((V, 0), (V, 1), (W, 0))
def swapped_in_a_call(v, a):
    x, y = 1, 2
    def f():
        nonlocal x, y
        x, y = y, x + y
        return x
    x = x + f() + x
    y += f() + y
    (x, y), z = (f(), x), y
    return x, y, z

@program((V, 0), (V, 1), (W, 0))
def chains(v, a):
    def inner():
        nonlocal a
        a += 1
        return a
    first = a < inner() < 100
    second = a <= inner() <= a
    third = v[a - 2] * a < inner() != a > 2
    return first, second, third, a == inner() - 1 < inner()

@program((V, 0), (V, 1), (W, 0))
def containers_of_calls(v, a):
    log = []
    l = [v[0], 2, 3]
    p = O(); p.x = v; p.q = O(); p.q.y = [1, 2, 3]
    def g():
        log.append(1)
        return l
    def o():
        log.append(2)
        return p
    def f(k):
        log.append(k + 10)
        return k
    g()[f(1)] += f(2)
    g()[f(0)] = f(2)
    o().x[f(1)] += f(2)
    o().x[f(1)] = f(5)
    o().q.y[f(1)] += f(a)
    p.q.y[f(2)] -= f(a)
    return l, log, p.x, p.q.y

@program((V, 0), (V, 1), (W, 0))
def order_of_effects(v, a):
    log = []
    l = [v[0], 2, 3]
    def f(k):
        log.append(k)
        return k
    l[f(1)] = f(5)
    l[f(0)] += f(6)
    v[f(a)] = f(7)
    v[f(2)] = [f(8) + f(9), a][f(0)]
    return l, v, log
