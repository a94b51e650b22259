"""Dicts, counters and sets that get keys of run time."""
# ruff: noqa

from collections import Counter, defaultdict

import numpy as np

from tests.programs.pool import SKIP, program

MANY = np.array([3, 1, 3, 2, 1, 3, -5, 0, -5, 7, 3, 1], np.int32)
OTHERS = np.array([4, 4, 4, 4, 9, 8, 7, 6, 5, 4, 3, 2], np.int32)

@program((MANY,), (OTHERS,), under_jit=SKIP)
def count(xs):
    counts = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    return counts

@program(([3, 3, 1],), ([],), under_jit=SKIP)
def count_unless_there(xs):
    counts = {}
    for x in xs:
        if x in counts:
            counts[x] += 1
        else:
            counts[x] = 1
    return counts, len(counts)

@program((MANY,), (OTHERS,), under_jit=SKIP)
def commonest(xs):
    return Counter(xs).most_common(1)[0][0]

@program((MANY,), (OTHERS,), under_jit=SKIP)
def mode(xs):
    counts = defaultdict(int)
    for x in xs:
        counts[x] += 1
    return max(counts, key=counts.get), sum(counts.values())

@program((MANY, 4), (OTHERS, 100), under_jit=SKIP)
def two_sum(xs, target):
    seen = {}
    for i, x in enumerate(xs):
        if target - x in seen:
            return seen[target - x], i
        seen[x] = i
    return -1, -1

@program(60, 97, 1, under_jit=SKIP)
def prime_factors(n):
    factors = {}
    d = 2
    while d * d <= n:
        while n % d == 0:
            if d in factors:
                factors[d] += 1
            else:
                factors[d] = 1
            n = n // d
        d += 1
    if n > 1:
        factors[n] = factors.get(n, 0) + 1
    return factors

@program(19, 2, 1, under_jit=SKIP)
def happy(n):
    seen = set()
    while n != 1 and n not in seen:
        seen.add(n)
        s = 0
        while n > 0:
            s += (n % 10) ** 2
            n //= 10
        n = s
    return n == 1

@program(10, 0, 1, under_jit=SKIP)
def memo(n):
    known = {0: 0, 1: 1}
    for i in range(2, n + 1):
        known[i] = known[i - 1] + known[i - 2]
    return known[n]

@program((MANY,), (OTHERS,), under_jit=SKIP)
def taken_out_and_back(xs):
    d = {}
    for x in xs:
        if x in d:
            del d[x]
        else:
            d[x] = x * 2
    return d

@program((MANY, OTHERS), (OTHERS, OTHERS), under_jit=SKIP)
def sets(xs, ys):
    a = set(xs)
    b = set(ys)
    return len(a | b), len(a & b), sorted(a - b), a ^ b, a <= b

@program(4, 0, under_jit=SKIP)
def made_in_each_iteration(n):
    total = 0
    for i in range(n):
        seen = set()
        for j in range(i + 3):
            seen.add((j * j) % 5)
        total += len(seen)
    return total

@program((5, 4), (0, 3), under_jit=SKIP)
def pairs(n, m):
    grid = {}
    for i in range(n):
        for j in range(m):
            grid[i, j] = i * j
    return sum(grid.values()), len(grid)

@program((MANY,), under_jit=SKIP)
def next_one(xs):
    ways = {0: 1}
    for x in xs:
        new = {}
        for k, v in ways.items():
            new[(k + x) % 7] = new.get((k + x) % 7, 0) + v
            new[k] = new.get(k, 0) + v
        ways = new
    return ways

@program((MANY, 3), (MANY, 99), under_jit=SKIP)
def missing(xs, k):
    squares = {x: x * x for x in xs}
    return squares[k]
