"""`row = m[i]` is a row of the table `m`, not a copy: what changes in one is seen in the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


def read_behind_a_change(n):
    m = [[j + 1, 2, 3, 4] for j in range(n)]
    row = m[n - 1]
    m[n - 1][0] = 50
    return row[0], sum(row), max(row), 50 in row, row[1:3], row == m[n - 1], sorted(row), list(row), row.index(50)


def returned(n):
    m = [[j + 1, 2, 3, 4] for j in range(n)]
    last = m[-1]
    for i in range(n):
        m[i][0] = 0
    return last[0], last


def of_two_columns(n):
    m = [[j, j * 2] for j in range(n)]
    row = m[n - 2]
    for i in range(n):
        m[i][1] = 100 + i
    return row[1], row, sum(row)


def walked_over(n):
    m = [[j + 1, 2, 3, 4] for j in range(n)]
    s = 0
    for row in m:
        m[0][1] = 7
        m[n - 1][1] = 8
        s += row[1]
    return s


def read_in_the_loop(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    row, s = m[1], 0
    for i in range(n):
        m[i][2] = i
        s = s * 3 + row[2]
    return s, row


def asked_by_a_test(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    row, k = m[0], 0
    while row[0] < 50:
        m[0][0] += 7
        k += 1
    return k, row


def changed_on_a_path(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    row = m[n - 1]
    if n > 3:
        m[n - 1][0] = 77
    return row[0]


def row_before(n):
    m = [[0] * 5 for _ in range(n + 1)]
    for i in range(1, n + 1):
        before = m[i - 1]
        for j in range(5):
            m[i][j] = before[j] + j + i
    return m[n]


def exchanged(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    row = m[0]
    for i in range(n - 1):
        m[i], m[i + 1] = m[i + 1], m[i]
    return row[0], m


def rank(m):
    n = len(m)
    for k in range(n):
        p = k
        for i in range(k, n):
            if abs(m[i][k]) > abs(m[p][k]):
                p = i
        m[k], m[p] = m[p], m[k]
        pivot = m[k]
        for i in range(k + 1, n):
            factor = m[i][k] / pivot[k]
            row = m[i]
            for j in range(k, n):
                m[i][j] = row[j] - factor * pivot[j]
    return m


def walked_along_while_short(n):
    m = [[j * 40 + k for k in range(5)] for j in range(n)]
    found = []
    for x in m[0]:
        m[0][4] = 55
        found.append(x)
    return found


def walked_along(n):
    m = [[j * 40 + k for k in range(30)] for j in range(n)]
    s, row = 0, m[0]
    for i, x in enumerate(row):
        m[0][(i + 1) % 30] = 55
        s = s * 2 % 1000 + x
    return s


@pytest.mark.parametrize(
    "function",
    (
        *(walked_along_while_short, walked_along),
        *(read_behind_a_change, returned, of_two_columns, walked_over, read_in_the_loop, asked_by_a_test),
        *(changed_on_a_path, row_before, exchanged),
    ),
)
def test_a_row_shows_what_changes_in_its_table(function: Callable[[int], Any]) -> None:
    assert ng.function(function)(5) == function(5)


def test_rows_change_places_in_an_elimination() -> None:
    draw = random.Random(1)
    given = [[draw.random() for _ in range(12)] for _ in range(12)]
    wanted = rank([list(row) for row in given])
    for found, row in zip(ng.function(rank)(given), wanted, strict=True):
        assert found == pytest.approx(row, rel=1e-3, abs=1e-4)


def one_of_two(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    row = m[0] if n > 3 else m[1]
    m[0][0] = 99
    return row[0]


def kept_by_a_loop(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    best = m[0]
    for row in m:
        if row[1] > best[1]:
            best = row
    m[n - 1][0] = 5
    return best[0]


def replaced(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    row = m[0]
    m[0][0] = 3
    m[0] = [9] * 5
    return row[0]


def changed_in_another_place(m, i, j):
    row = m[i]
    m[i], m[j] = m[j], m[i]
    m[j][0] = 99
    return row[0]


def placed_twice_behind_an_exchange(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    m[0], m[1] = m[1], m[0]; m[2] = m[n - 1]  # fmt: skip  # noqa: E702
    m[2][0] = 7
    return m


def moved_after_a_look(n):
    m = [[j * 10 + k for k in range(5)] for j in range(n)]
    row, s = m[0], 0
    for _ in range(n):
        m[0][0] += 1
        s = s * 3 + row[0]
        m[0], m[1] = m[1], m[0]
    return s


@pytest.mark.parametrize(
    ("function", "arguments"),
    (
        *(
            (one_of_two, (5,)),
            (kept_by_a_loop, (5,)),
            (replaced, (5,)),
            (placed_twice_behind_an_exchange, (5,)),
            (moved_after_a_look, (12,)),
        ),
        (changed_in_another_place, ([[4 * i + j for j in range(30)] for i in range(30)], 1, 2)),
    ),
)
def test_a_row_of_which_that_is_not_known_is_refused(function: Callable[..., Any], arguments: Any) -> None:
    with pytest.raises(StagingError) as refusal:
        ng.function(function)(*arguments)
    assert refusal.value.id == "list-item-copied"
