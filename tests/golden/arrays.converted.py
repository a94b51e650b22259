# arrays.add_at
def add_at(v, i):
    ng.call(np.add.at, v, i, 2.0)
    return v

# arrays.alias
def alias(v):
    w = v
    v = ng.set_item(v, 0, 9)
    return w

# arrays.argmax_loop
def argmax_loop(v):
    best = 0

    def loop_body(i, best):
        return ng.if_(v[i] > v[best], lambda: i, lambda: best)

    best = ng.for_(ng.call(range, 1, ng.call(len, v)), loop_body, best)
    return best

# arrays.augment_chain
def augment_chain(m):
    m = ng.set_item(m, 1, ng.set_item(m[1], 2, m[1][2] + 5.0), back=True)
    return m

# arrays.augment_dynamic
def augment_dynamic(v, i):
    v = ng.update_item(v, i, '+=', i * 10)
    return v

# arrays.augment_item
def augment_item(v):
    v = ng.set_item(v, 1, v[1] + 10)
    v = ng.set_item(v, 2, v[2] * 3)
    v = ng.set_item(v, 3, v[3] - 1)
    return v

# arrays.augment_slice
def augment_slice(v):
    v = ng.set_item(v, slice(1, None), v[1:] + 1)
    return v

# arrays.augment_whole
def augment_whole(v):
    v = v + 1
    v *= 2
    return v

# arrays.bool_array
def bool_array(v):
    n = 0

    def loop_body(b, n):
        def if_true(n):
            n += 1
            return n

        return ng.if_(b, if_true, lambda n: n, n)

    n = ng.for_(v, loop_body, n)
    return n

# arrays.copy_first
def copy_first(v):
    w = ng.call(v.copy)
    w = ng.set_item(w, 0, 100)
    return v, w

# arrays.count_greater
def count_greater(v, x):
    n = 0

    def loop_body(y, n):
        def if_true(n):
            n += 1
            return n

        return ng.if_(y > x, if_true, lambda n: n, n)

    n = ng.for_(v, loop_body, n)
    return n

# arrays.early_exit
def early_exit(v):
    did_return = False

    def loop_body(x, return_value, did_return):
        return ng.if_(x < 0, lambda: (x, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        v, loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: 0.0, lambda: return_value)

# arrays.fill
def fill(v, n):
    def loop_body(i, v):
        return ng.set_item(v, i, i * i)

    v = ng.for_(ng.call(range, n), loop_body, v)
    return v

# arrays.fill_2d
def fill_2d(m, k):
    def loop_body(i, m):
        def loop_body(j, m):
            def if_true(m):
                return ng.set_item(m, (i, j), k)

            return ng.if_((i + j) % 2 == 0, if_true, lambda m: m, m)

        return ng.for_(range(3), loop_body, m)

    m = ng.for_(range(3), loop_body, m)
    return m

# arrays.fill_until
def fill_until(v, n):
    did_break = False

    def loop_body(i, did_break, v):
        def if_false(v):
            v = ng.set_item(v, i, i)
            return did_break, v

        return ng.if_(i >= n, lambda v: (True, v), if_false, v)

    did_break, v = ng.for_(
        range(12), loop_body, did_break, v, test=lambda did_break, v: ng.not_(did_break)
    )
    return v

# arrays.gather
def gather(v):
    out = jnp.zeros(3)

    def loop_body(i, out):
        return ng.set_item(out, 2 - i, v[i])

    out = ng.for_(range(3), loop_body, out)
    return out

# arrays.get_dynamic
def get_dynamic(v, i):
    return v[i]

# arrays.histogram
def histogram(v):
    h = jnp.zeros(3, int)

    def loop_body(x, h):
        def if_true(h):
            return ng.set_item(h, 0, h[0] + 1)

        def if_false(h):
            def if_true(h):
                return ng.set_item(h, 1, h[1] + 1)

            def if_false(h):
                return ng.set_item(h, 2, h[2] + 1)

            return ng.if_(x < 3, if_true, if_false, h)

        return ng.if_(x < 0, if_true, if_false, h)

    h = ng.for_(v, loop_body, h)
    return h

# arrays.horner
def horner(c, x):
    y = 0.0

    def loop_body(a, y):
        return y * x + a

    y = ng.for_(c, loop_body, y)
    return y

# arrays.in_attribute
def in_attribute(v):
    h = ng.call(Holder)
    h.v = v
    ng.set_attribute(h, 'v', ng.set_item(h.v, 2, 9))
    return h.v

# arrays.in_dict
def in_dict(v):
    d = {'v': v}
    d = ng.set_item(d, 'v', ng.set_item(d['v'], 2, 9), back=True)
    return d['v']

# arrays.in_list
def in_list(v):
    l = ng.list_([v, 1])
    l = ng.set_item(l, 0, ng.set_item(l[0], 2, 9), back=True)
    return l[0]

# arrays.item_of_a_local_numpy_array
def item_of_a_local_numpy_array(i):
    table = ng.call(np.array, [1.5, 2.5, 3.5])
    return [table[i + k] for k in (0, 1)]

# arrays.items_of_numpy
def items_of_numpy(i, j):
    total = ng.item(GRID, (j, 1)) + ng.item(GRID, j)[2] + ng.item(GRID[:, 0], j)

    def loop_body(k, total):
        return total + ng.item(WEIGHTS, k) * k

    total = ng.for_(ng.call(range, i), loop_body, total)
    return ng.item(WEIGHTS, i) + total, ng.call(ng.item(GRID, j).sum), ng.item(WEIGHTS[1:], j)

# arrays.mask_augment
def mask_augment(v):
    v = ng.update_item(v, v > 1, '+=', 10)
    return v

# arrays.mask_set
def mask_set(v):
    v = ng.set_item(v, v > 1, 0)
    return v

# arrays.methods
def methods(v):
    return ng.call(v.max), ng.call(v.argmin), ng.call(v.mean)

# arrays.norm_loop
def norm_loop(v):
    s = 0.0

    def loop_body(x, s):
        s += x * x
        return s

    s = ng.for_(v, loop_body, s)
    return s ** 0.5

# arrays.put_mask
def put_mask(v, x):
    ng.call(np.putmask, v, v == 0, x)
    return v

# arrays.rebound
def rebound(v):
    w = v * 2
    w = ng.set_item(w, 0, 100)
    return v, w

# arrays.reverse_in_place
def reverse_in_place(v):
    n = ng.call(len, v)

    def loop_body(i, v):
        item, item_1 = v[n - 1 - i], v[i]
        v = ng.set_item(v, i, item)
        return ng.set_item(v, n - 1 - i, item_1)

    v = ng.for_(ng.call(range, n // 2), loop_body, v)
    return v

# arrays.row_of_numpy_changed
def row_of_numpy_changed(i):
    grid = ng.call(np.zeros, (2, 2))
    row = grid[i]
    row = ng.set_item(row, 0, 1.0)
    return grid

# arrays.set_2d
def set_2d(m):
    m = ng.set_item(m, (0, 1), 5.0)
    return m

# arrays.set_all
def set_all(v):
    v = ng.set_item(v, slice(None, None), 5)
    return v

# arrays.set_chain
def set_chain(m):
    m = ng.set_item(m, 1, ng.set_item(m[1], 2, 5.0), back=True)
    return m

# arrays.set_column
def set_column(m):
    m = ng.set_item(m, (slice(None, None), 1), 0.0)
    return m

# arrays.set_constant
def set_constant(v):
    v = ng.set_item(v, 0, 9)
    return v

# arrays.set_dynamic
def set_dynamic(v, i):
    v = ng.set_item(v, i, 9)
    return v

# arrays.set_float_in_int
def set_float_in_int(v):
    v = ng.set_item(v, 0, 2.7)
    return v

# arrays.set_in_for
def set_in_for(v):
    def loop_body(i, v):
        return ng.set_item(v, i, v[i] * i)

    v = ng.for_(range(4), loop_body, v)
    return v

# arrays.set_in_while
def set_in_while(v, n):
    def loop_body(n, v):
        n -= 1
        v = ng.set_item(v, n, n * n)
        return n, v

    n, v = ng.while_(lambda n, v: n > 0, loop_body, n, v)
    return v

# arrays.set_int_in_float
def set_int_in_float(v):
    v = ng.set_item(v, 0, 5)
    return v

# arrays.set_last
def set_last(v):
    v = ng.set_item(v, -1, 7)
    return v

# arrays.set_row
def set_row(m):
    m = ng.set_item(m, 0, m[1] * 2)
    return m

# arrays.set_slice
def set_slice(v):
    v = ng.set_item(v, slice(1, 3), 0)
    return v

# arrays.set_slice_array
def set_slice_array(v):
    v = ng.set_item(v, slice(1, 3), v[:2])
    return v

# arrays.set_step
def set_step(v):
    v = ng.set_item(v, slice(None, None, 2), -1)
    return v

# arrays.set_under_if
def set_under_if(v, x):
    def if_true(v):
        return ng.set_item(v, 0, 9)

    def if_false(v):
        return ng.set_item(v, 1, 8)

    v = ng.if_(x > 0, if_true, if_false, v)
    return v

# arrays.set_under_if_only
def set_under_if_only(v, x):
    def if_true(v):
        return ng.set_item(v, 0, x)

    v = ng.if_(x > 0, if_true, lambda v: v, v)
    return v

# arrays.shape_branch
def shape_branch(v):
    def if_true():
        return ng.call(v.sum)

    def if_false():
        return ng.call(v.prod)

    return ng.if_(v.shape[0] > 3, if_true, if_false)

# arrays.slices
def slices(v):
    return v[1:3], v[::-1], v[:-1]

# arrays.static_slice_bounds
def static_slice_bounds(v):
    k = 2
    return v[:k] + v[k:]

# arrays.sum_of_items
def sum_of_items(v):
    return v[0] + v[-1] * v[1]

# arrays.swap
def swap(v, i, j):
    item, item_1 = v[j], v[i]
    v = ng.set_item(v, i, item)
    v = ng.set_item(v, j, item_1)
    return v

# arrays.trace_of
def trace_of(m):
    t = 0.0

    def loop_body(i, t):
        t += m[i, i]
        return t

    t = ng.for_(range(2), loop_body, t)
    return t

# arrays.two_d
def two_d(m):
    return m[0], m[1, 2], m[:, 0], m.T, m.shape

# arrays.unpack
def unpack(v):
    a, b, c, d = v
    return a * b - c * d

# arrays.unpack_starred
def unpack_starred(v):
    a, *b = v
    return a, ng.call(len, b)

# arrays.where
def where(v, w):
    return jnp.where(v > w, v, w)
