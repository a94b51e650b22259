"""Programs of a first and a second course that are hard for a graph: truths counted, bits, folds, masks, queues."""
# ruff: noqa

import math
from collections import deque
from functools import reduce

import jax.numpy as jnp
import numpy as np

from tests.programs.pool import program


def positive(x):
    return x > 0


@program((3, 5), (5, 3), (-1, 0))
def truths_counted(a, b):
    ok = a > 2
    seen = b > 4
    return ok + seen


@program((True, False), (True, True))
def truths_as_numbers(a, b):
    return a + b, a * b, ~a


@program((3, 5), (0, 5), strict=False)
def truths_of_calls(a, b):
    n = positive(a)
    n += positive(b)
    n *= positive(b)
    return n


@program(13, 0, 255, -1, -(2**31) + 1)
def bits(n):
    return n.bit_count(), n.bit_length()


@program((9, 14), (3, 3))
def hamming(a, b):
    d, x = 0, a ^ b
    while x:
        d += x & 1
        x >>= 1
    return d == (a ^ b).bit_count()


@program(3.0, 2.5, math.inf)
def whole(x):
    return x.is_integer()


class Bits:
    def __init__(self, n):
        self.n = n

    def bit_count(self):
        return self.n + 1


@program(3, -4)
def bits_of_an_object(n):
    return Bits(n).bit_count() + (7).bit_count()


@program(4, 1)
def folded_range(n):
    return reduce(lambda a, b: a * b, range(1, n + 1))


@program((jnp.array([3, 1, 4]),), (jnp.array([2, 0, 1]),))
def folded_list(v):
    return reduce(lambda a, b: 10 * a + b, [x for x in v if x > 1])


A, B = np.array([1, 7, 3, -2, 9]), np.array([5, 4, 3, 2, 1])
EMPTY = np.array([-1, -2, -3, -4, -5])


@program(A, EMPTY)
def chosen_by_a_mask(a):
    p = a[a > 0]
    return p.sum(), len(p), p.size, p.shape[0], p.prod(), p.any(), p.all(), np.sum(p), (p > 3).sum(), sum(p)


@program(A)
def extremes_of_a_mask(a):
    p = a[a > 0]
    return p.max() - p.min(), p.argmax(), max(p), np.median(p), p.mean(), p.std()


@program((A, B), (B, A))
def two_with_one_mask(scores, weights):
    m = scores > 2
    return (scores[m] * weights[m]).sum() / weights[m].sum(), np.sqrt(weights[m]).sum()


@program((A, B))
def two_masks_side_by_side(a, b):
    return (a[a > 2] + b[b < 4]).sum()


@program((A, 2), (A, 9))
def mask_of_a_branch(a, t):
    p = a[a > t]
    if len(p) == 0:
        return -1.0
    return p.mean()


@program(A, EMPTY)
def walk_over_a_mask(a):
    total = 0
    for x in a[a > 0]:
        total = total * 10 + x
    return total, 7 in a[a > 2]


@program((A, 3), (A, 0))
def mask_carried_by_a_loop(a, n):
    p = a[a > 0]
    for i in range(n):
        p = p[p > 2 * i] + 1
    return p.sum()


@program((np.array([[1, 7], [3, -2], [9, 4]]), np.array([0, 1, 0])))
def rows_of_a_label(points, label):
    mine = points[label == 0]
    return mine.mean(axis=0), mine.sum(axis=1).max(), points[label == 1, 0].sum()


@program(A)
def mask_assigned(a):
    a[a > 2] = a[a > 2] * 10
    a[a < 0] += 100
    a[a > 60] = a[a > 20][:3]
    return a


@program(A)
def places_of_a_mask(a):
    i = np.where(a > 2)[0]
    return i.sum(), len(i), i[0], a[i].sum(), a[np.nonzero(a < 0)].sum()


@program(np.array([1.0, np.nan, 3.0, 4.0]))
def filled_gaps(a):
    bad = np.isnan(a)
    a[bad] = a[~bad].mean()
    return a.sum()


@program((np.array([1.0, 2.0, 9.0, 10.0]), 3))
def two_means(x, n):
    c0, c1 = 0.0, 5.0
    for _ in range(n):
        near = abs(x - c0) < abs(x - c1)
        c0 = x[near].mean()
        c1 = x[~near].mean()
    return c0, c1


@program(A)
def queue_of_jobs(jobs):
    q = deque(jobs)
    t = 0
    while q:
        t += 1
        j = q.popleft()
        if j > 1:
            q.append(j - 1)
    return t


@program((jnp.array([[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]), 2), under_jit="list-needs-bound")
def breadth_first(adj, start):
    dist = [-1] * len(adj)
    dist[start] = 0
    q = deque([start])
    while q:
        u = q.popleft()
        for v in range(len(adj)):
            if adj[u][v] and dist[v] < 0:
                dist[v] = dist[u] + 1
                q.append(v)
    return dist


@program((7, 3), (1, 2), under_jit="list-needs-bound")
def josephus(n, k):
    people = deque(range(1, n + 1))
    while len(people) > 1:
        people.rotate(1 - k)
        people.popleft()
    return people[0]
