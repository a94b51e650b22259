"""A list of lists whose rows have more than eight items, changed at two places that only the run knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def one_loop(n):
    m = [[0] * 20 for _ in range(3)]
    for i in range(n):
        m[i % 3][i] = i
    return m


def many_rows(n):
    m = [[0] * 20 for _ in range(12)]
    for i in range(n):
        m[i % 12][i] += i
    return m


def two_loops(n):
    m = [[0] * 12 for _ in range(12)]
    for i in range(n):
        for j in range(n):
            m[i][j] = i * j + m[i - 1][j]
    return m


def buckets_with_counts(n):
    m, count = [[-1] * 20 for _ in range(3)], [0] * 3
    for i in range(n):
        b = (i * 7) % 3
        m[b][count[b]] = i
        count[b] += 1
    return m, count


def floats_in_a_display(n):
    m = [[0] * 9, [0] * 9, [0] * 9]
    m[n % 3][n % 9] = n / 2
    m[-1][-1] += 1
    return m


def one_row_in_every_place(n):
    m = [[0] * 9] * 3
    for i in range(n):
        m[i % 3][i % 9] += 1
    return m


@pytest.mark.parametrize(
    "function",
    [one_loop, many_rows, two_loops, buckets_with_counts, floats_in_a_display, one_row_in_every_place],
    ids=lambda function: function.__name__,
)
def test_grid_is_pythons(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for n in (0, 1, 11):
        assert graph(n) == function(n)
