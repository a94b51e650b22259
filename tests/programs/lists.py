"""Lists that grow, shrink and are indexed at run time."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

V = jnp.array([1, 1, 2, 2, 2, 3, 1, 1, 4, 4])
W = jnp.array([5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
BOUND, LENGTH = "list-needs-bound", "list-length-unknown"

@program(3, 0, 1500, under_jit=BOUND)
def grows(n):
    l = []
    for i in range(n): l.append(n * i)
    return l

@program(4, 0, under_jit=BOUND)
def used_in_the_function(n):
    l = []
    for i in range(n):
        l.append(i)
        if i == 2: l.append(100)
    return sum(l), len(l), 100 in l, l.count(1), [x + 1 for x in l]

@program(27, 1, under_jit=BOUND)
def collatz_path(a):
    path = []
    while a != 1:
        path.append(a)
        if a % 2 == 0: a = a // 2
        else: a = 3 * a + 1
    return path

@program(0, 5, under_jit=LENGTH)
def one_branch(x):
    l = [x]
    if x > 1: l.append(1)
    else: l.extend([2, 3])
    return l

@program(2, 0)
def static_trips(x):
    l = []
    for i in range(50): l.append(x * i)
    return l, len(l)

@program(30, 2, 0, under_jit=BOUND)
def sieve(n):
    is_prime = [True] * (n + 1)
    primes = []
    for i in range(2, n + 1):
        if is_prime[i]:
            primes.append(i)
            j = i * i
            while j <= n:
                is_prime[j] = False
                j += i
    return primes

@program(5, 0, under_jit=BOUND)
def pascal(n):
    row = [1]
    for i in range(n):
        new = [1]
        for j in range(len(row) - 1): new.append(row[j] + row[j + 1])
        new.append(1)
        row = new
    return row

@program(10, 2, under_jit=BOUND)
def fibonacci(n):
    memo = [0, 1]
    for i in range(2, n + 1): memo.append(memo[i - 1] + memo[i - 2])
    return memo[n], memo[-1]

@program(4, 0)
def bubble(x):
    l = [x, 3, 1, 5, 2]
    for i in range(5):
        for j in range(4 - i):
            if l[j] > l[j + 1]: l[j], l[j + 1] = l[j + 1], l[j]
    return l

@program((V,), (W,), under_jit=LENGTH)
def run_lengths(v):
    out = []; count = 1
    for i in range(1, 10):
        if v[i] == v[i - 1]: count += 1
        else:
            out.append((v[i - 1], count)); count = 1
    out.append((v[9], count))
    return out

@program(7, 0, under_jit=BOUND)
def evens(n):
    found = [i for i in range(n) if i % 2 == 0]
    return found, sum(found)

@program(4, 0, under_jit=BOUND)
def triangle(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i): row.append(i * j)
        rows.append(row)
    return rows

@program(13, 1, under_jit=BOUND)
def stack(n):
    todo = [n]; seen = []
    while todo and len(seen) < 20:
        k = todo.pop()
        seen.append(k)
        if k > 1:
            if k % 2 == 0: todo.append(k // 2)
            else:
                todo.append(k - 1); todo.append(k // 3)
    return seen

@program(([1, 4, 6], [2, 3, 9]), ([7, 8, 9], [1, 2, 3]), under_jit=BOUND)
def merge(a, b):
    out = []; i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]: out.append(a[i]); i += 1
        else: out.append(b[j]); j += 1
    out += a[i:]; out += b[j:]
    return out

@program(6, 0, under_jit=BOUND)
def queue(n):
    q = [1]; s = 0
    for i in range(n):
        x = q.pop(0); s += x
        q.append(x + 1)
        if x % 2 == 0: q.insert(0, x * 2)
    return s, q

@program(9, 1, under_jit=BOUND)
def sorted_and_searched(n):
    l = []
    for i in range(n): l.append((i * 7) % 5)
    l.sort(); m = sorted(l, reverse=True); l.reverse()
    return l, m, l.count(3), l.index(0)

@program(5, 200, 0)
def left_early(n):
    l = []
    for i in range(100):
        if i >= n: break
        l.append(i * i)
    return len(l), sum(l)

@program(9, 1, under_jit=BOUND)
def returned_from_inside(n):
    l = []
    while True:
        l.append(n)
        if n <= 1: return l
        n = n // 2

@program(5, 0, under_jit=BOUND)
def walked_over(n):
    l = []
    for i in range(n): l.append(i)
    s = 0
    for k, x in enumerate(l): s += k * x
    for x in reversed(l): s = s * 2 + x
    return s

@program(3, 0, under_jit=BOUND)
def two_names(n):
    a = []; b = a
    for i in range(n): a.append(i)
    b.append(100)
    return a, len(b)

@program(3, 0)
def alias_of_items(n):
    b = [0]; c = b
    for i in range(n): b[0] = b[0] + 1
    return c[0]

@program(9, 3, 0)
def nested_loops_share(n):
    b = [0]
    for i in range(n):
        if i > 5: break
        for j in range(n):
            if j > 5: break
            b[0] = b[0] + 1
    return b

@program(3, 0, under_jit=BOUND)
def window(n):
    l = [1, 2, 3]
    for i in range(n):
        l.append(i); l = l[1:]
    return l

@program(3, expect="container-alias")
def rebound_and_changed(n):
    l = [0]; m = l
    for i in range(n):
        l[0] += 1
        l = [l[0]]
    return m[0], l

@program(3, 0, 7, -1, under_jit=SKIP)
def out_of_range(x):
    l = [1, 2, 3, 4, 5]
    return l[x]

@program(2, 0, under_jit=SKIP)
def pop_from_empty(n):
    l = [1]
    for i in range(n): l.pop()
    return len(l)

@program(4, 1, under_jit=BOUND)
def largest(n):
    l = []
    for i in range(n): l.append((i * 3) % 7)
    return max(l), min(l), any(l), all(l), l[-1], l[0]

@program(600, 0, under_jit=BOUND)
def prints_once(n):
    l = []
    for i in range(n * 3):
        l.append(i)
        if i % 500 == 0: print('at', i)
    print(len(l), l[:3])
    return len(l)

@program(3, -3)
def numbers_promote(x):
    l = [1, 2]
    if x > 0: l.append(0.5)
    else: l.append(1.5)
    return l[2]

@program((2, 1), (0, 0), under_jit=SKIP)
def matrix(i, j):
    m = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    m[i][j] = 0
    return m[i][j], m[j][i], m

@program(5, 0, under_jit=BOUND)
def helper_fills(n):
    def fill(target, k):
        for i in range(k): target.append(i)
    l = [7]
    fill(l, n); fill(l, 2)
    return l

@program(5, 1, under_jit=BOUND)
def in_an_object(n):
    class Box:
        def __init__(self): self.items = []
        def put(self, x): self.items.append(x)
    b = Box()
    for i in range(n): b.put(i)
    return b.items, len(b.items)

@program(2, 0, 3, under_jit=BOUND)
def rebound_longer(n):
    l = [0] * 3
    for i in range(n):
        for k in range(n): l[k] += 1
        l = l + [i]
    return l

@program(2, 0, 3)
def nested_counts(n):
    l = [0] * 10
    for i in range(n):
        for k in range(n): l[k] += 1
    return l

@program(2, 0, 3)
def table_of_products(n):
    m = [[0] * 4 for _ in range(4)]
    for i in range(n):
        for k in range(n):
            m[i][k] += i * k + n
    return m

@program(2, 0, under_jit=BOUND)
def filled_by_pairs(n):
    l = [0] * 3; out = []
    for i in range(n):
        l = [i, i]
        for k in range(2): l[k] += n
        out.append(l[0]); out.append(l[1])
    return len(l), out

@program((2, 1), (0, 0), (-1, 2))
def row_by_name(i, j):
    m = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    row = m[i]
    row[j] = 0
    return m

@program((2, 1), (0, 0))
def row_known_before(i, j):
    m = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    r0 = m[0]
    m[i][j] = 0
    return r0, m

@program(2, 1, expect="list-item-copied", under_jit=BOUND)
def same_row_again(n):
    row = [1]; rows = []
    for i in range(n): rows.append(row)
    row.append(2)
    return rows

@program(3, 0, under_jit=BOUND)
def two_at_once(n):
    small, large = [], []
    for i in range(n * 2):
        if i < 3: small.append(i)
        else: large.append(i)
    return small, large

@program((3, 1, 2), (1, 1, 2), (1, 2, 3), under_jit=SKIP)
def membership_of_traced_items(a, b, c):
    seen = []; twice = 0
    for x in [a, b, c]:
        if x not in seen: seen.append(x)
        else: twice += 1
    l = [a, b]
    return seen, twice, c in l, 2 in l, c not in [a, b]

# Slices with run-time bounds, and what builtins make of lists of run-time length.

@program((1, 3), (0, 0), (2, 1), (-2, 9), (-9, -1), under_jit=LENGTH)
def slice_assigned(a, b):
    l = [0, 1, 2, 3, 4, 5]
    l[a:b] = [7, 8]
    return l

@program((1, 3), (0, 0), (3, 5), under_jit=BOUND)
def slices_in_loops(a, b):
    l = [i for i in range(b)]
    l[:] = [x + 1 for x in l]
    for i in range(a):
        l[i:i + 1] = [i, i]
        del l[:1]
    return l, len(l)

@program((1, 3), (0, 0), (2, 4), under_jit=LENGTH)
def halves_swapped(a, b):
    l = [0, 1, 2, 3, b]
    l[:a], l[a:] = l[a:], l[:a]
    del l[-2:]
    return l

@program(4, expect="list-slice", under_jit=BOUND)
def step_deleted(n):
    l = [i for i in range(n)]
    del l[::2]
    return l

@program((3, 2), (0, 1), (5, 0), under_jit=BOUND)
def zipped_and_mapped(n, a):
    l = [i * a for i in range(n)]
    return (
        list(map(lambda v: v + 1, l)), list(filter(lambda v: v > 1, l)), list(reversed(l)),
        [x + y for x, y in zip(l, [1, 2, a])], [i * x for i, x in zip(range(a), [3, 4, 5])],
    )

@program((3, 2), (0, 1), (2, 2))
def equal_or_not(n, a):
    l = [n, a]
    k = [a, 2]
    if l == k: return 1
    if n > 0 and l: return 2
    return 3

@program(0, 3, under_jit=LENGTH)
def bound_anew(n):
    m = [1, n]
    if n > 1: m = m + [n]
    m.append(5)
    return m

@program(0, 3, under_jit=BOUND)
def bound_anew_in_a_loop(n):
    m = [1, n]
    o = []
    for i in range(n):
        if i % 2: m = m + [i]
        else: o = [i] + o
    m.append(7)
    return m, o

@program(0, 3)
def change_places(n):
    m = [1, n]
    k = [3, 4]
    if n > 1: m, k = k, m
    m.append(5)
    return m, k


@program(3, expect="list-alias")
def two_names_on_some_paths(n):
    m = [1]
    k = m + [2] if n > 1 else m
    k.append(3)
    return m, k

@program(5, 0, 3000, under_jit=BOUND)
def grows_and_shrinks(n):
    l = []
    for i in range(n):
        l.append(i)
        if i % 3 == 0: l.pop()
    return l

@program(2, 0, 5, under_jit=BOUND)
def item_in_a_condition(n):
    l = []; c = 0
    for i in range(n):
        l.append(i)
        if l[2 - i] > 0: c += 1
    return l, c

@program(5, 0, 1, under_jit=BOUND)
def breadth_first(n):
    queue = [0]; seen = []
    while queue:
        node = queue[0]; queue = queue[1:]
        seen.append(node)
        if node < n: queue = queue + [2 * node + 1, 2 * node + 2]
    return seen

@program(5, 1, 0, under_jit=SKIP)
def three_lengths(n):
    l = [5, 6, 7]
    if n > 2: l = l + [n]
    elif n > 0: l = [n]
    else: l = l[1:]
    return l

@program(4, 0, under_jit=BOUND)
def rows_that_begin_with_an_item(n):
    rows = []
    for i in range(n):
        row = [i]
        for j in range(i): row.append(j)
        rows.append(row)
    return rows, len(rows)

@program(9, 0, under_jit=BOUND)
def largest_that_passes(n):
    odd = [i for i in range(n) if i % 2]
    return sum(filter(lambda v: v > 3, odd)), max(filter(lambda v: v > 3, odd), default=0)

@program(2, 0, under_jit=BOUND)
def helper_fills_what_it_closes_over(n):
    out = []; also = out
    def add(target, k):
        for i in range(k): target.append(i * k)
    for k in range(3): add(out, n + k)
    return out, len(also)

@program((1, 2, 3), (3, 2, 1), (2, 2, 2))
def ordered_by_items(a, b, c):
    l, m = [a, b], [c, 2]
    return l < m, l <= m, l > m, l >= m, l < [a], l > [a], [a, b, c] >= l

@program(3, 0, expect="list-length-unknown", under_jit=SKIP)
def ordered_of_unknown_length(n):
    l = [i for i in range(n)]
    return l > []

@program((V[:3] * 0 + 1, 0), (V[:3] * 0 + 1, 2), (V[:3] * 0 - 1, 1))
def item_of_a_short_list_set_in_a_branch(g, at):
    far = [999] * 3
    if g[0] != 5: far[at] = 0
    for i in range(3):
        if g[i] > 0: far[i] = far[at] + g[i]
    return far

@program((0, V), (2, V), (-1, V))
def items_of_a_list(a, v):
    l = [1, 2, 3]
    m = [[1, 2], [3, 4], [5, 6]]
    l[a] = v[2]
    l[a - 1] += l[a]
    m[a][1] -= l[a]
    first = l.pop(a)
    l.insert(a, 7)
    return l, m, first

@program((2, 0), (-1, 4))
def rows_appended_to_by_their_number(a, b):
    new, other = [], [[] for _ in range(9)]
    new = []
    for i in range(12):
        new.append([])
        for j in range(5):
            if (i * j + a) % 3 == b: new[i].append(i)
            else: new[-1].append(j - b)
        new[i][0] += new[i][1]
    for k in range(9):
        for j in range(k % 3 + 1): other[k].append(new[k][j])
    return new, other
