"""Functions whose loops Python makes while it traces: many of their lines leave the graph nothing to compute."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp


def biggest(v):
    m = v[0]
    for x in v:
        if x > m:
            m = x
    return m


def total(v):
    s = 0
    for x in v:
        s += x
    return s


def evens(v):
    out = []
    for x in v:
        if x % 2 == 0:
            out.append(x)
    return out


def odd_ones(v):
    n = 0
    for x in v:
        if x % 2:
            n += 1
    return n


def polynomial(coefficients, x):
    total = 0
    for i, c in enumerate(coefficients):
        if i % 2 == 0:
            total += c * x**i
        else:
            total -= c * x**i
    return total


def words(n):
    t = 0
    for w in ["a", "bb", "ccc"]:
        if len(w) > 1:
            t += len(w) * n
            continue
        t -= 1
    return t


def first_over(v, limit):
    for k, x in enumerate(v):
        if x > limit:
            return k
    return -1


def product(a, b):
    c = [[0, 0], [0, 0]]
    for i in range(2):
        for j in range(2):
            for k in range(2):
                c[i][j] += a[i][k] * b[k][j]
    return c


def counted(v):
    d = {}
    for k in ["over", "under"]:
        d[k] = 0
    for x in v:
        if x > 2:
            d["over"] += 1
        else:
            d["under"] += 1
    return d


def power(x, k):
    r = 1
    for _ in range(k):
        r = r * x
    return r


def powers(x):
    s = 0
    for k in (1, 2):
        s += power(x, k)
    return s


def times(n):
    def scaled(k):
        if k > 2:
            return k * n
        return n

    t = 0
    for k in range(5):
        t += scaled(k)
    return t


def common(v, w):
    s = 0
    for a, b in zip(v, w, strict=True):
        if a < b:
            s += a
        elif a == b:
            pass
        else:
            s += b
    return s


def until_negative(v):
    best = v[0]
    i = 0
    for x in v:
        i += 1
        if x < 0:
            break
        if x > best:
            best = x
    else:
        i = -1
    return best, i


def pairs(v):
    c = 0
    for x in v:
        for y in v:
            if x < y:
                c += 1
    return c


def running_max(v):
    best = v[0]
    for x in v:
        best = max(best, x)
    return best


def staged_max(v):
    m = v[0]
    for x in v:
        if x > m:
            m = x
    return m


def sieved(n):
    prime = [True] * 9
    for i in range(2, 9):
        if prime[i]:
            for j in range(i * i, 9, i):
                prime[j] = False
    count = 0
    for each in prime:
        if each:
            count += n
    return count


def doubled(n):
    k = 0
    while k < 2:
        n = n * 2
        k += 1
    return n


def sums(v, n):
    t = 0
    for x in v:
        for _ in range(n):
            t += x
    return t


def from_known(n):
    i = 0
    while i < 9:
        if i < 3:  # noqa: SIM108
            i = i + 1
        else:
            i = i + n
    return i


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (biggest, ([3, 5, 2],)),
    (total, ([3, 5, 2],)),
    (total, (jnp.array([3, 1, 2]),)),
    (evens, ([4, 3, 2],)),
    (odd_ones, ([4, 3, 2],)),
    (polynomial, ([1.5, 2.0, 3.0], 2.0)),
    (words, (3,)),
    (first_over, ([1, 5, 9], 4)),
    (first_over, ([1, 5, 9], 40)),
    (product, ([[1, 2], [3, 4]], [[5, 6], [7, 8]])),
    (counted, ([1, 2, 3],)),
    (powers, (3,)),
    (times, (2,)),
    (common, ([1, 2, 3], [1, 3, 2])),
    (until_negative, ([2, 5, -1, 7],)),
    (until_negative, ([2, 5],)),
    (pairs, (jnp.array([1, 2]),)),
    (pairs, ([1, 2, 0],)),
    (sieved, (2,)),
    (doubled, (3,)),
    (running_max, ([1, 3, 2],)),
    (staged_max, (jnp.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4]),)),
]
