"""`board[0][j]` takes an item of a row: the row's other items, which are taken with it, are no operations of the user's."""

from __future__ import annotations

from typing import Any

import nbgraph as ng

BOARD = [[1, 2, 1], [2, 1, 2], [2, 2, 1]]


def diagonal(board: Any) -> Any:
    if board[0][0] == board[1][1] != 0:
        return board[1][1]
    return 0


def row_for_nothing(board: Any) -> Any:
    row = board[2]
    return board[0][0] + board[1][2]


def unused(f: Any) -> list[str]:
    return [node.label for node in ng.graph(f, BOARD).nodes if node.role == "unused"]


def test_the_other_items_of_a_row_are_left_out() -> None:
    assert unused(diagonal) == []


def test_a_row_that_nothing_asks_for_is_shown_as_unused() -> None:
    assert "board[2]" in unused(row_for_nothing)
