"""A branch that binds a table, its rows or an object with lists anew was refused: `if n % 2: r = mul(r, b)`.

The rows from before are copies then, which no change may tell from the rows themselves: that is refused at the change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng

Rows = list[list[int]]


class Matrix:
    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    def __matmul__(self, other: Matrix) -> Matrix:
        return Matrix(product(self.rows, other.rows))


def product(left: Rows, right: Rows) -> Rows:
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*right, strict=True)] for row in left
    ]


def fibonacci(n: int) -> Any:
    result, base = [[1, 0], [0, 1]], [[1, 1], [1, 0]]
    while n > 0:
        if n % 2 == 1:
            result = product(result, base)
        base = product(base, base)
        n //= 2
    return result[0][1]


def fibonacci_of_objects(n: int) -> Any:
    result, base = Matrix([[1, 0], [0, 1]]), Matrix([[1, 1], [1, 0]])
    while n > 0:
        if n % 2 == 1:
            result = result @ base
        base = base @ base
        n //= 2
    return result.rows


def sorted_rows(n: int) -> Any:
    table = [[n, 0], [2, 1], [1, 2]]
    for i in range(3):
        for j in range(2 - i):
            if table[j][0] > table[j + 1][0]:
                table[j], table[j + 1] = table[j + 1], table[j]
    return table


def changed_afterwards(n: int) -> Any:
    table = [[1, 2], [3, 4]]
    if n > 4:
        table.reverse()
    table[0][0] += n
    return table


def changed_on_the_other_path(n: int) -> Any:
    table = [[1, 0], [0, 1]]
    same = table
    if n % 2:
        table = [table[1], table[1]]
    else:
        table[1][0] = 5
    return table, same


def three_deep(n: int) -> Any:
    table = [[[1], [0]], [[0], [1]]]
    if n % 2:
        table = [[[value + 1 for value in inner] for inner in row] for row in table]
    table[0][1][0] = 5
    return table


@pytest.mark.parametrize("n", [0, 4, 5, 10])
@pytest.mark.parametrize(
    "function",
    [fibonacci, fibonacci_of_objects, sorted_rows, changed_afterwards, changed_on_the_other_path, three_deep],
)
def test_rows_are_chosen_by_value(function: Callable[[int], Any], n: int) -> None:
    assert jax.tree.map(int, ng.function(function)(n)) == function(n)


def row_with_a_name(n: int) -> Any:
    table = [[1, 0], [0, 1]]
    row = table[0]
    if n % 2:
        table = [[2, 2], [3, 3]]
    row[0] = 9
    return table


def one_row_twice(n: int) -> Any:
    table = [[1, 0], [0, 1]]
    if n % 2:
        table[0] = table[1]
    table[1][0] = 9
    return table


def object_with_a_name(n: int) -> Any:
    matrix = same = Matrix([[1, 0], [0, 1]])
    if n % 2:
        matrix = Matrix([[2, 2], [3, 3]])
    same.rows[0][0] = 7
    return matrix.rows


def attribute_of_an_object_with_a_name(n: int) -> Any:
    matrix = same = Matrix([[1, 0], [0, 1]])
    if n % 2:
        matrix = Matrix([[2, 2], [3, 3]])
    matrix.rows = []
    return same.rows


@pytest.mark.parametrize(
    ("function", "id"),
    [
        (row_with_a_name, "list-alias"),
        (one_row_twice, "list-alias"),
        (object_with_a_name, "list-alias"),
        (attribute_of_an_object_with_a_name, "list-item-copied"),
    ],
)
def test_a_change_that_two_names_would_see_is_refused(function: Callable[[int], Any], id: str) -> None:
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(function)(5)
    assert caught.value.id == id


def same_row(n: int) -> Any:
    table = [[1, 0], [0, 1]]
    row = table[0]
    if n % 2:
        table[0], table[1] = table[1], table[0]
    return row is table[0]


def test_whether_a_row_is_the_very_row_is_not_told() -> None:
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(same_row)(5)
    assert caught.value.id == "list-item-copied"
