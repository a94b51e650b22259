"""An item that `max`, `min`, `sorted` or a condition picks is the very item: its change is seen, or refused."""

from __future__ import annotations

import bisect
import heapq
from typing import Any

import jax
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.staging.aliasing.audit import AliasError
from nbgraph.core.staging.aliasing.copies import ListCopyError
from nbgraph.core.staging.lists.may_alias import ListAliasError


def greatest(n):
    xs = [np.array([n, 1]), np.array([5, 2])]
    b = max(xs, key=lambda a: a[0])
    b[1] = 99
    return xs


def least_of_arguments(n):
    p, q = np.array([n, 1]), np.array([5, 2])
    b = min(p, q, key=lambda a: a[0])
    b[1] = 99
    return p, q


def known_one_changed(n):
    p, q = np.array([n, 1]), np.array([5, 2])
    b = max(p, q, key=lambda a: a[0])
    q[1] = 77
    return b


def in_order(n):
    p, q = np.array([n, 1]), np.array([5, 2])
    first, _ = sorted([p, q], key=lambda a: a[0])
    first[1] = 99
    return p, q


def known_one_changed_after_sorting(n):
    p, q = np.array([n, 1]), np.array([5, 2])
    xs = sorted([p, q], key=lambda a: a[0])
    q[1] = 77
    return xs


def kept_by_a_condition(n):
    xs = [np.array([n, 1]), np.array([5, 2])]
    kept = [x for x in xs if x[0] >= n]
    kept[0][1] = 99
    return xs


def greatest_row(n):
    xs = [[n, 1], [5, 2]]
    b = max(xs, key=lambda a: a[0])
    b[1] = 99
    return xs


def row_changed_later(n):
    xs = [[n, 1], [5, 2]]
    b = max(xs)
    xs[1][1] = 77
    return b


def greatest_of_appended(n):
    xs = []
    for i in range(n):
        xs.append([i * 7 % 5, i])
    b = max(xs, key=lambda a: a[0])
    b[1] = 99
    return xs


def greatest_dict(n):
    xs = [{"a": n, "b": 1}, {"a": 5, "b": 2}]
    b = max(xs, key=lambda d: d["a"])
    b["b"] = 99
    return xs


CHANGED = [
    (greatest, AliasError),
    (least_of_arguments, AliasError),
    (known_one_changed, ListCopyError),
    (known_one_changed_after_sorting, ListCopyError),
    (in_order, AliasError),
    (kept_by_a_condition, AliasError),
    (greatest_row, ListAliasError),
    (row_changed_later, ListAliasError),
    (greatest_of_appended, ListCopyError),
]


def test_a_dict_that_is_picked_is_the_one_in_the_list() -> None:
    assert ng.function(greatest_dict)(3) == greatest_dict(3)


@pytest.mark.parametrize(("program", "error"), CHANGED)
def test_a_change_is_not_lost(program: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        ng.function(program)(3)


def copies_changed(n):
    xs, rows = [np.array([n, 1]), np.array([5, 2])], [[n, 1], [5, 2]]
    b, r = max(xs, key=lambda a: a[0]).copy(), list(max(rows))
    b[1] = r[1] = 99
    return xs, rows, b, r, min(rows)


def truths_of_rows(n):
    rows, pairs, nothing, numbers = [], [], [], []
    for i in range(n):
        rows.append([0])
        pairs.append((0, i))
        nothing.append([])
        numbers.append(i > 1)
    return [(any(xs), all(xs)) for xs in (rows, pairs, nothing, numbers)]


def long_rows(n):
    heap = []
    for i in range(12):
        heapq.heappush(heap, [(i * n * 7) % 5] + [(i * j * n) % 7 for j in range(10)])
    rest = [[(i * n * 7) % 5] + [(i * j * n) % 7 for j in range(10)] for i in range(10)]
    heapq.heapify(rest)
    a, b = heapq.heappushpop(rest, [1] + [n] * 10), heapq.heapreplace(rest, [2] + [n] * 10)
    rows = sorted([(i * n * 7) % 5] + [n] * 10 for i in range(10))
    bisect.insort(rows, [1] + [n] * 10)
    return [heapq.heappop(heap) for _ in range(3)], rest, a, b, rows, bisect.bisect_left(rows, [2] + [n] * 10)


@pytest.mark.parametrize("program", [copies_changed, truths_of_rows, long_rows])
def test_what_python_gives(program: Any) -> None:
    run = ng.function(program)
    for n in (3, 4):
        assert jax.tree.map(lambda x: np.asarray(x).tolist(), run(n)) == jax.tree.map(
            lambda x: np.asarray(x).tolist(), program(n)
        )
