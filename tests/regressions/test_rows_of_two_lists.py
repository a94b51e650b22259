"""Rows that are in two lists, as after `rows = m[:]`: a change of one is refused where Python shows it in both."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

BOARD = [[(i * j + i) % 3 for j in range(12)] for i in range(12)]


def sliced(board):
    rows = board[:]
    board[0][0] = 9
    return rows[0][0]


def listed(board):
    rows = list(board)
    rows[0][0] = 9
    return board[0][0]


def joined(board):
    rows = board + [[0] * 12]  # noqa: RUF005
    for i in range(12):
        rows[i][0] = 9
    return board[0][0]


def of_comprehension(board):
    rows = [row for row in board]  # noqa: C416
    board[0][0] = 9
    return rows[0][0]


def appended(board):
    rows = []
    for row in board:
        rows.append(row)
    board[0][0] = 9
    return rows[0][0]


def in_order(board):
    rows = sorted(board)
    board[0][0] = 9
    return rows[0][0]


def turned(board):
    rows = list(reversed(board))
    board[0][0] = 9
    return rows[11][0]


def of_its_own(board):
    local = [[x + 1 for x in row] for row in board]
    rows = local[:]
    local[0][0] = 9
    return rows[0][0]


SHARED = [sliced, listed, joined, in_order, of_its_own]
ONE_BY_ONE = [of_comprehension, appended, turned]  # refused where a row gets its second place


@pytest.mark.parametrize("function", [*SHARED, *ONE_BY_ONE])
def test_a_change_that_two_lists_would_show_is_refused(function: Callable[..., Any]) -> None:
    words = "in two lists" if function in SHARED else "gets a second place here"
    with pytest.raises(ng.NbgraphError, match=words):
        ng.function(function)(copy.deepcopy(BOARD))


def its_own_rows(board):
    rows = [row[:] for row in board]
    deep = copy.deepcopy(board)
    board[0][0] = 9
    rows[1][1] = 8
    deep[2][2] = 7
    return rows[0][0], deep[0][0], board[1][1], board[2][2]


def under_the_same_name(board):
    rows = [[x + 1 for x in row] for row in board]
    rows = rows[1:]
    rows[0][0] = 9
    rows = [[0] * 12] + rows  # noqa: RUF005
    rows[1][1] = 8
    return rows[0][0], rows[1][0], rows[1][1]


def whole_rows(board):
    rows = board[:]
    rows[0] = [5] * 12
    rows[1], rows[2] = rows[2], rows[1]
    return rows[0][0], board[0][0], rows[1][2], board[1][2]


@pytest.mark.parametrize("function", [its_own_rows, under_the_same_name, whole_rows])
def test_what_nobody_else_sees_may_change(function: Callable[..., Any]) -> None:
    assert ng.function(function)(copy.deepcopy(BOARD)) == function(copy.deepcopy(BOARD))
