"""Dicts with numbers as keys, asked by numbers that only the run knows."""
# ruff: noqa

from collections import Counter, defaultdict

import jax.numpy as jnp
import numpy as np

from tests.programs.pool import SKIP, program

@program(3, 1, 7, under_jit=SKIP)
def look_up(x):
    d = {1: 10, 2: 20, 3: 30}
    return d[x]

@program(3, 1, 7)
def look_up_get(x):
    d = {1: 10, 2: 20, 3: 30}
    return d.get(x, 0) + (x in d)

@program(([1, 2, 2, 3, 1, 0],), ([3, 3, 3, 3, 3, 3],))
def counts(items):
    d = {0: 0, 1: 0, 2: 0, 3: 0}
    for x in items:
        d[x] = d.get(x, 0) + 1
    return d

@program((np.array([1, 2, 2, 3, 1, 0, 1, 2, 1, 3], np.int32),), (np.array([1, 2, 2, 3, 1, 3, 3, 3, 3, 0], np.int32),))
def counts_array(items):
    d = {0: 0, 1: 0, 2: 0, 3: 0}
    for x in items:
        d[x] += 1
    return d[0], d[3]

@program(1, 5, 13, under_jit=SKIP)
def days_before(m):
    days = {1: 31, 2: 28, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}
    total = 0
    for i in range(1, m):
        total += days[i]
    return total

@program((1, 2), (2, 1), (1, 1), under_jit=SKIP)
def tuple_keys(a, b):
    cost = {(1, 2): 5, (2, 1): 7}
    return cost[(a, b)]

@program((1, 2), (2, 1), (0, 0))
def tuple_keys_get(a, b):
    cost = {(1, 2): 5, (2, 1): 7}
    return cost.get((a, b), -1)

@program(2, 1, 3, under_jit=SKIP)
def names_by_number(k):
    names = {1: "one", 2: "two"}
    print(names.get(k, "?"))
    return names[k]

@program((2, 3), (0, 3))
def counted_loop(x, n):
    d = {k: 0 for k in range(5)}
    for i in range(n):
        d[(x * i) % 5] += 1
    return d, sum(d.values())

@program((2, 3), (0, 3), (4, 9))
def set_in_a_loop(x, n):
    d = {k: 0.0 for k in range(5)}
    for i in range(n):
        d[i % 4] = d[(i + x) % 5] + 0.5
    return d

@program((3, 5), (1, 7), under_jit=SKIP)
def new_at_run_time(x, n):
    d = {1: 5, 2: 6}
    d[x] = n
    return d

@program(([1, 2, 1],), under_jit=SKIP)
def new_in_a_loop(items):
    d = {}
    for x in items:
        d[x] = 1
    return d

@program(3, 2, under_jit=SKIP)
def defaults(x):
    d = defaultdict(int)
    d[2] = 5
    return d[x]

@program((1, 2), (2, 1))
def tuple_set(a, b):
    cost = {(1, 2): 5, (2, 1): 7}
    cost[a, b] += 10
    cost[(b, a)] = 1
    return cost

@program(([1, 2, 2, 1],), ([2, 2, 2, 2],))
def counter_known(items):
    c = Counter({1: 0, 2: 0})
    for x in items:
        c[x] += 1
    return c[1], c[2], c[items[0] + 5]

@program(({1: 10, 2: 20}, 2), ({1: 11, 2: 21}, 3))
def given(d, x):
    if x in d:
        return d[x] + 1
    return d.get(x, 0)

@program((1, 2), (2, 1), (3, 1), under_jit=SKIP)
def points(a, b):
    pos = {1: (0, 0), 2: (3, 4)}
    x, y = pos[a]
    u, v = pos[b]
    return abs(x - u) + abs(y - v)

@program(5, 2, 3)
def in_a_branch(m):
    d = {1: 5, 2: 6}
    if m > 2:
        return d.get(m - 4, 0)
    d[m] -= m
    return d[m]

@program((1, 3), (2, 0), (9, 2), under_jit=SKIP)
def machine(state, n):
    after = {1: 2, 2: 3, 3: 1}
    while n > 0:
        state = after[state]
        n -= 1
    return state


@program(3, -3, 0)
def truths_as_keys(x):
    d = {True: 5, False: 7}
    return d[x > 0], d.get(x == 0, 1)


@program((2, 1.5), (1, 0.5))
def whole_numbers_and_fractions(x, y):
    d = {0.5: 1, 1.5: 2, 2: 3}
    return d[y], d.get(x, 0)


@program(([0, 1, 1, 0],), ([1, 1, 1, 1],))
def in_comprehensions(v):
    d = {0: 2.5, 1: 1.5}
    return [d[x] for x in v], sum(d.get(x, 0.0) for x in v), max(d[x] for x in v)


@program((0, 5), (1, 0))
def in_a_test(x, n):
    after = {0: 1, 1: 2, 2: 0}
    while after[x] != 2 and n > 0:
        x = after[x]
        n -= 1
    return x, n


@program(0, 1, 2)
def arrays_by_number(k):
    d = {0: jnp.zeros(2), 1: jnp.ones(2), 2: jnp.array([5.0, 6.0])}
    return d[k] * 2


@program((0, 1), (1, 0))
def two_names(k, j):
    d = {0: 1, 1: 2}
    e = d
    f = dict(d)
    e[k] = 10
    d[j] += 5
    return d, e, f, e is d


@program((2, 1), (1, 2))
def dicts_in_dicts(i, j):
    g = {1: {1: 5, 2: 6}, 2: {1: 7, 2: 8}}
    return g[i][j]
