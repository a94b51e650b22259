"""Two lists that do not fit were compared item by item in the trace that went on without the error."""

from __future__ import annotations

import nbgraph as ng


def sums(board, steps):
    for _ in range(steps):
        new = []
        for i in range(9):
            row = []
            for j in range(9):
                row.append(sum(board[i][j] for _ in (0, 1)))
            new.append(row)
        board = new
    return board


def test_a_loop_that_is_repeated_after_all_has_no_value_of_the_attempt() -> None:
    board = [[i * j for j in range(9)] for i in range(9)]
    assert ng.function(sums)(board, 3) == sums(board, 3)
