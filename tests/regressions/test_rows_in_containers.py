"""A row of a table in a list, tuple, dict or object of its own shows what changes in the table, or is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng

TABLES: list[list[list[int]]] = [[[3, 4], [1, 2]], [[3, 4, 5, 6, 7], [1, 2, 3, 4, 5]]]


def rebound(rows, n):
    row = rows[n % 2]
    rows[1][1] = 9
    for i in range(n):
        row = [i, row[1]]
    return row[:2]


def in_tuple(rows, n):
    pair = (rows[n % 2], 1)
    rows[n % 2][1] = 8
    if n > 2:
        pair = ([n] * len(rows[0]), 2)
    return pair


def in_dict(rows, n):
    d = {"first": rows[n % 2]}
    while n > 0:
        d["first"][1] += n
        n -= 2
    return d, rows


def in_returned_dict(rows, n):
    d = {"first": rows[n % 2]}
    rows[1][1] = 77
    return d


def in_list(rows, n):
    out = [rows[n % 2], [3] * len(rows[0])]
    out[0][0] = 7
    return sorted(out), out == [[7, 2], [3, 3]], [row[0] for row in out], rows


def repeated(rows, n):
    row = rows[n % 2]
    rows[n % 2][1] = 8
    return row * 2, [*row, 1], row[::-1], row == [1, 8], max(row), rows


@pytest.mark.parametrize("rows", TABLES, ids=len)
@pytest.mark.parametrize("n", [3, -2, 0])
@pytest.mark.parametrize("function", [rebound, in_tuple, in_dict, in_returned_dict, in_list, repeated])
def test_a_row_is_read_as_it_is_now(function: Callable[..., Any], n: int, rows: Any) -> None:
    given, mine = copy.deepcopy(rows), copy.deepcopy(rows)
    found = ng.function(function)(given, n)
    assert jax.tree.map(lambda leaf: getattr(leaf, "tolist", lambda: leaf)(), found) == function(mine, n)
    assert given == mine


def put_into_an_array(rows, n):
    rows.sort()
    out = [rows[0]]
    if n > 0:
        out.append([n] * len(rows[0]))
    out[0][1] = n
    return out


def changed_in_a_branch(rows, n):
    out = [rows[n % 2]]
    if n > 0:
        out[0][1] = n
    else:
        out.append([n] * len(rows[0]))
    return out


def merged(intervals, n):
    intervals.sort()
    out = [intervals[0]]
    for start, end, *_ in intervals[1:]:
        if start <= out[-1][1] + n:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out


def bound_again(rows, n):
    d = {"first": rows[n % 2]}
    if n > 0:
        d["first"][1] = n
    else:
        d["first"] = [n] * len(rows[0])
    return d


@pytest.mark.parametrize("function", [put_into_an_array, changed_in_a_branch, merged, bound_again])
def test_a_change_that_would_reach_one_of_two_tables_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.NbgraphError, match="list-item-copied"):
        ng.function(function)([[3, 4], [1, 2]], 3)


def test_merged_intervals_with_a_copy_of_the_first() -> None:
    def with_a_copy(intervals: Any) -> Any:
        intervals.sort()
        out = [list(intervals[0])]
        for start, end in intervals[1:]:
            if start <= out[-1][1]:
                out[-1][1] = max(out[-1][1], end)
            else:
                out.append([start, end])
        return out

    assert ng.function(with_a_copy)([[2, 6], [1, 3], [8, 10], [9, 12]]) == [[1, 6], [8, 12]]


def equal(rows, n):
    return rows == [[3, 4], [1, 2]], [rows[n % 2]] == [[1, 2]], rows != [[n, 4], [1, 2]], [rows[0]] == [[3, n + 1]]


def found(rows, n):
    mine = [list(row) for row in rows]
    return rows == mine, mine[n % 2] in rows, rows[n % 2] in mine, (rows[0], n) == ([3, 4], n)


@pytest.mark.parametrize("rows", TABLES, ids=len)
@pytest.mark.parametrize("function", [equal, found])
def test_tables_equal_displays_and_copies(function: Callable[..., Any], rows: Any) -> None:
    assert ng.function(function)(rows, 3) == function(rows, 3)
