"""`board[0][j]` takes an item of a row: the row's other items, taken with it, are no operations of the user's."""

from __future__ import annotations

from typing import Any

import nbgraph as ng
from nbgraph.core.inspect import report

BOARD = [[1, 2, 1], [2, 1, 2], [2, 2, 1]]


def diagonal(board: Any) -> Any:
    if board[0][0] == board[1][1] != 0:
        return board[1][1]
    return 0


def row_for_nothing(board: Any) -> Any:
    row = board[2]  # noqa: F841
    return board[0][0] + board[1][2]


def unused(f: Any) -> list[str]:
    return [node.label for node in ng.graph(f, BOARD).nodes if node.role == "unused"]


def test_the_other_items_of_a_row_are_left_out() -> None:
    assert unused(diagonal) == []


def test_a_row_that_nothing_asks_for_is_shown_as_unused() -> None:
    assert "board[2]" in unused(row_for_nothing)


def changed(xs: Any) -> Any:
    xs[2] = 5
    xs.append(7)
    return xs[-1] + xs[0], xs[1:4]


def chosen(xs: Any, i: Any) -> Any:
    return xs[i] + xs[0]


def in_buffers(f: Any, *arguments: Any) -> list[int]:
    return [made.span.line for made in report(f, *arguments).decisions if made.became == "buffers"]


def test_a_list_of_known_length_at_a_known_index_is_not_said_to_be_known_at_run_time_only() -> None:
    assert in_buffers(changed, [1] * 12) == []
    assert in_buffers(diagonal, BOARD) == []
    assert len(in_buffers(chosen, [1] * 12, 3)) == 1


def at_run_time(board: Any, i: Any) -> Any:
    return board[i][1] + board[2][i]


def test_a_board_of_three_by_three_is_one_array() -> None:
    assert "return board[i][1] + board[2][i]" in ng.to_code(at_run_time, BOARD, 1)
    assert ng.function(at_run_time)(BOARD, 1) == at_run_time(BOARD, 1)
