"""Rows of a tuple, of a list from outside and of a copy by `copy.deepcopy`, changed at an index of run time."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
import pytest

import nbgraph as ng

TABLE = [[1, 2], [3, 4]]


@dataclass
class Board:
    rows: list[list[int]] = field(default_factory=lambda: [[1, 2], [3, 4]])


def of_global(n):
    TABLE[n][0] = 9
    return TABLE


def of_default(n, rows=[[1, 2], [3, 4]]):  # noqa: B006
    rows[n][0] += 9
    return rows


def of_factory(n):
    board = Board()
    board.rows[n][0] = 9
    return board.rows


def of_library(n):
    rows = np.arange(4).reshape(2, 2).tolist()
    rows[n][0] = 9
    return rows


def of_tuple(n):
    rows = ([1, 2], [3, 4])
    rows[n][0] = 9
    return rows


def of_only_row(n):
    rows = ([1, 2],)
    for i in range(n):
        rows[i][0] += 9
    return rows


@pytest.mark.parametrize("function", [of_global, of_default, of_factory, of_library, of_tuple, of_only_row])
def test_a_change_that_a_copy_would_lose_is_refused(function: Any) -> None:
    with pytest.raises(ng.StagingError, match="the change would be lost in a copy") as refusal:
        ng.function(function)(1)
    assert refusal.value.span is not None
    assert refusal.value.span.file == __file__
    assert TABLE == [[1, 2], [3, 4]]


def copied(rows, n):
    old = copy.deepcopy(rows)
    rows = copy.deepcopy(rows)
    rows[n][0] = 9
    first = copy.copy(rows[0])
    first[n] = 7
    first.append(8)
    return rows, old, first


def copied_twice(n):
    row = [1, 2]
    rows = copy.deepcopy([row, row])
    rows[0][0] = n
    grown = []
    for i in range(n):
        grown.append([i, 0])
    other = copy.deepcopy(grown)
    other[0][1] = 5
    return rows, row, grown, other


def test_copies_of_lists_are_lists_of_their_own() -> None:
    table = [[1, 2], [3, 4]]
    assert jax.device_get(ng.function(copied)(table, 1)) == copied(copy.deepcopy(table), 1)
    assert np.array_equal(jax.device_get(ng.function(copied_twice)(2)[2:]), copied_twice(2)[2:])
    assert jax.device_get(ng.function(copied_twice)(2)[:2]) == copied_twice(2)[:2]


def by_a_new_list(rows, i):
    rows = list(rows)
    rows[i][0] = 9
    return rows


def by_new_rows(table, i, j):
    table = [list(rows) for rows in table]
    table[i][j][0] = 9
    return table


def by_another_list(rows, i):
    other = [rows[0], [8, 8]]
    rows = 0
    other[i][0] = 9
    return other, rows


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (by_a_new_list, ([[1, 2], [3, 4]], 1)),
        (by_new_rows, ([[[1], [2]], [[3], [4]]], 1, 0)),
        (by_another_list, ([[1, 2], [3, 4]], 1)),
    ],
)
def test_rows_that_the_caller_has_are_not_changed_in_a_copy(function: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ng.StagingError, match="a list of the caller's, too"):
        ng.function(function)(*arguments)


SHARED = [[1, 2], [3, 4]]
NESTED = {"rows": [SHARED[0], SHARED[1], SHARED[0]], "pair": (SHARED, 5)}


def of_outside(n):
    rows = copy.deepcopy(SHARED)
    first = copy.copy(SHARED[1])
    rows[n], rows[n - 1] = rows[n - 1], rows[n]
    rows[n][0] = 9
    first[n] = 7
    held = copy.deepcopy(NESTED)
    held["rows"][0][1] = n
    return rows, first, held


def test_copies_of_lists_from_outside_may_change_at_a_place_of_run_time() -> None:
    wanted = of_outside(1)
    assert jax.device_get(ng.function(of_outside)(1)) == wanted
    assert SHARED == [[1, 2], [3, 4]]
