"""Arrays: items, slices, masks, arithmetic."""
# ruff: noqa

import jax.numpy as jnp
import numpy as np

from tests.programs.pool import program

V = jnp.array([1, 2, 3, 4])
W = jnp.array([5, -6, 0, 1])
F = jnp.array([1.0, 2.0, 3.0])
M = jnp.arange(6.0).reshape(2, 3)


@program(V, W)
def set_constant(v):
    v[0] = 9
    return v

@program((V, 2), (V, 0), (V, -1))
def set_dynamic(v, i):
    v[i] = 9
    return v

@program((V, 2), (V, 0), (V, -1))
def get_dynamic(v, i): return v[i]

@program(V, W)
def set_last(v):
    v[-1] = 7
    return v

@program(V, W)
def augment_item(v):
    v[1] += 10
    v[2] *= 3
    v[3] -= 1
    return v

@program((V, 1), (V, 3))
def augment_dynamic(v, i):
    v[i] += i * 10
    return v

@program(V, W)
def set_slice(v):
    v[1:3] = 0
    return v

@program(V, W)
def set_slice_array(v):
    v[1:3] = v[:2]
    return v

@program(V, W)
def set_all(v):
    v[:] = 5
    return v

@program(V, W)
def set_step(v):
    v[::2] = -1
    return v

@program(V, W)
def augment_slice(v):
    v[1:] += 1
    return v

@program(V, W)
def mask_set(v):
    v[v > 1] = 0
    return v

@program(V, W)
def mask_augment(v):
    v[v > 1] += 10
    return v

@program(M, M - 3)
def set_2d(m):
    m[0, 1] = 5.0
    return m

@program(M, M - 3)
def set_chain(m):
    m[1][2] = 5.0
    return m

@program(M, M - 3)
def augment_chain(m):
    m[1][2] += 5.0
    return m

@program(M, M - 3)
def set_row(m):
    m[0] = m[1] * 2
    return m

@program(M, M - 3)
def set_column(m):
    m[:, 1] = 0.0
    return m

@program((V, 0, 3), (V, 1, 1), (W, 2, 0))
def swap(v, i, j):
    v[i], v[j] = v[j], v[i]
    return v

@program((V, 1), (V, -1))
def set_under_if(v, x):
    if x > 0: v[0] = 9
    else: v[1] = 8
    return v

@program((V, 1), (V, -1))
def set_under_if_only(v, x):
    if x > 0: v[0] = x
    return v

@program((V, 3), (V, 0))
def set_in_while(v, n):
    while n > 0:
        n -= 1
        v[n] = n * n
    return v

@program(V, W)
def set_in_for(v):
    for i in range(4): v[i] = v[i] * i
    return v

@program(V, W)
def reverse_in_place(v):
    n = len(v)
    for i in range(n // 2): v[i], v[n - 1 - i] = v[n - 1 - i], v[i]
    return v

@program(V, W)
def in_list(v):
    l = [v, 1]
    l[0][2] = 9
    return l[0]

@program(V, W)
def in_dict(v):
    d = {'v': v}
    d['v'][2] = 9
    return d['v']

class Holder: pass

@program(V, W)
def in_attribute(v):
    h = Holder()
    h.v = v
    h.v[2] = 9
    return h.v

@program(F, F * 0)
def set_int_in_float(v):
    v[0] = 5
    return v

@program(V, W, strict=False)
def set_float_in_int(v):
    v[0] = 2.7
    return v

@program(V, W)
def copy_first(v):
    w = v.copy()
    w[0] = 100
    return v, w

@program(V, W)
def rebound(v):
    w = v * 2
    w[0] = 100
    return v, w

@program(V, expect="array-alias")
def alias(v):
    w = v
    v[0] = 9
    return w

@program(V, W)
def sum_of_items(v): return v[0] + v[-1] * v[1]

@program(V, W)
def slices(v): return v[1:3], v[::-1], v[:-1]

@program(M, M * 2)
def two_d(m): return m[0], m[1, 2], m[:, 0], m.T, m.shape

@program(V, W)
def shape_branch(v):
    if v.shape[0] > 3: return v.sum()
    return v.prod()

@program(V, W)
def methods(v): return v.max(), v.argmin(), v.mean()

@program(V, W)
def unpack(v):
    a, b, c, d = v
    return a * b - c * d

@program(V, W)
def unpack_starred(v):
    a, *b = v
    return a, len(b)

@program(V, W)
def augment_whole(v):
    v = v + 1
    v *= 2
    return v

@program((V, W), (W, V))
def where(v, w): return jnp.where(v > w, v, w)

@program(V, W)
def histogram(v):
    h = jnp.zeros(3, int)
    for x in v:
        if x < 0: h[0] += 1
        elif x < 3: h[1] += 1
        else: h[2] += 1
    return h

@program((F, 2.0), (F, 0.0))
def horner(c, x):
    y = 0.0
    for a in c: y = y * x + a
    return y

@program(M, M * 3)
def trace_of(m):
    t = 0.0
    for i in range(2): t += m[i, i]
    return t

@program((jnp.array([True, False, True]),),)
def bool_array(v):
    n = 0
    for b in v:
        if b: n += 1
    return n

@program((V, 2), (W, -7))
def count_greater(v, x):
    n = 0
    for y in v:
        if y > x: n += 1
    return n

@program((jnp.zeros(5, int), 3), (jnp.zeros(5, int), 0))
def fill(v, n):
    for i in range(n): v[i] = i * i
    return v

@program((jnp.zeros(12, int), 5), (jnp.zeros(12, int), 0))
def fill_until(v, n):
    for i in range(12):
        if i >= n: break
        v[i] = i
    return v

@program((jnp.zeros((3, 3), int), 2), (jnp.zeros((3, 3), int), 0))
def fill_2d(m, k):
    for i in range(3):
        for j in range(3):
            if (i + j) % 2 == 0: m[i, j] = k
    return m

@program(F, F - 2)
def norm_loop(v):
    s = 0.0
    for x in v: s += x * x
    return s ** 0.5

@program(F, F - 2)
def early_exit(v):
    for x in v:
        if x < 0: return x
    return 0.0

@program(F, F - 2)
def gather(v):
    out = jnp.zeros(3)
    for i in range(3): out[2 - i] = v[i]
    return out

@program(V, W)
def static_slice_bounds(v):
    k = 2
    return v[:k] + v[k:]

@program(V, W)
def argmax_loop(v):
    best = 0
    for i in range(1, len(v)):
        if v[i] > v[best]: best = i
    return best

@program((jnp.zeros(3), 1), expect="read-only-array")
def add_at(v, i):
    np.add.at(v, i, 2.0)
    return v

@program((jnp.zeros(3), 1.0), expect="read-only-array")
def put_mask(v, x):
    np.putmask(v, v == 0, x)
    return v


WEIGHTS = np.array([3, 1, 4, 1, 5])
GRID = np.arange(6.0).reshape(2, 3)


@program((0, 1), (4, 0), (-1, 1), strict=False)
def items_of_numpy(i, j):
    total = GRID[j, 1] + GRID[j][2] + GRID[:, 0][j]
    for k in range(i):
        total = total + WEIGHTS[k] * k
    return WEIGHTS[i] + total, GRID[j].sum(), WEIGHTS[1:][j]


@program(1, 0)
def item_of_a_local_numpy_array(i):
    table = np.array([1.5, 2.5, 3.5])
    return [table[i + k] for k in (0, 1)]


@program(1, expect="list-item-copied")
def row_of_numpy_changed(i):
    grid = np.zeros((2, 2))
    row = grid[i]
    row[0] = 1.0
    return grid
