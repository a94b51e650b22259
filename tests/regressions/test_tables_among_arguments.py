"""A list of lists as an argument: changed in place for the caller, and one input of the graph where it is long."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


def shortest(d):
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


def mirrored(rows):
    for i in range(len(rows)):
        for j in range(len(rows) // 2):
            rows[i][j], rows[i][len(rows) - 1 - j] = rows[i][len(rows) - 1 - j], rows[i][j]


def turned(rows, n):
    rows.reverse()
    rows[n][0] = 7


def set_where(rows, x):
    if x > 1:
        rows[0][x] = 9


def emptied(rows, x):
    rows.clear()
    rows.append(x)


def with_another(rows, x):
    rows.append([x, x])
    rows[0][1] = 8


def with_several(rows, n):
    for i in range(n):
        rows.append([i, n])
    return len(rows)


def without_one(rows, i):
    row = rows.pop(i)
    rows[0][0] = 5
    return row


def beside_its_copy(rows, x):
    rows.append(list(rows[0]))
    rows[0][0] = x


def exchanged_and_changed(rows, x):
    first = rows[0]
    rows[0], rows[1] = rows[1], rows[0]
    first[0] = x
    return first


def replaced_and_changed(rows, x):
    first = rows[0]
    if x > 1:
        rows[0] = [5, x]
        first[0] = 7
    rows[1][1] = 8
    return first


def _table(n: int, columns: int = 0) -> list[list[int]]:
    return [[(7 * i + 5 * j) % 11 + 1 for j in range(columns or n)] for i in range(n)]


@pytest.mark.parametrize("n", (4, 24))
@pytest.mark.parametrize(
    ("function", "more"),
    ((shortest, ()), (mirrored, ()), (turned, (1,)), (set_where, (2,)), (set_where, (0,)), (emptied, (3,))),
)
def test_rows_of_the_caller_change(function: Callable[..., Any], more: tuple[int, ...], n: int) -> None:
    wanted, rows = _table(n), _table(n)
    result = function(wanted, *more)
    found = ng.function(function)(rows, *more)
    assert rows == wanted
    assert found == result
    assert (found is rows) == (result is wanted)


@pytest.mark.parametrize("x", (1, 2))
@pytest.mark.parametrize(
    "function",
    (with_another, with_several, without_one, beside_its_copy, exchanged_and_changed, replaced_and_changed),
)
def test_a_table_of_the_caller_gets_and_loses_rows(function: Callable[..., Any], x: int) -> None:
    """As in `students.append([name, 0])`: such a table was refused, or lost the change of a row that had moved."""
    wanted, rows = _table(4, 2), _table(4, 2)
    result = function(wanted, x)
    assert ng.function(function)(rows, x) == result
    assert rows == wanted
    assert {type(item) for row in rows for item in row} == {int}


def test_printed_code_changes_rows_before_their_table() -> None:
    wanted, rows = _table(4, 2), _table(4, 2)
    exchanged_and_changed(wanted, 9)
    names: dict[str, Any] = {}
    exec(str(ng.to_code(exchanged_and_changed, rows, 9)).partition("\n\nexchanged_and_changed(")[0], names)
    names["exchanged_and_changed"](rows, 9)
    assert rows == wanted


@pytest.mark.parametrize("function", (with_another, without_one))
def test_a_row_with_a_name_in_a_table_that_grows_is_refused(function: Callable[..., Any]) -> None:
    rows = _table(4, 2)
    known, before = rows[1], copy.deepcopy(rows)
    with pytest.raises(StagingError, match="another name where the function is called"):
        ng.function(function)(rows, 1)
    assert rows == before
    assert known is rows[1]


def test_rows_in_place_of_numbers_are_pythons() -> None:
    def nested(v, n):
        v[0], v[1] = [n, 1], [n / 2]

    items: list[Any] = [1, 2]
    ng.function(nested)(items, 3)
    assert repr(items) == "[[3, 1], [1.5]]"


def test_a_row_with_another_name_is_refused() -> None:
    rows = _table(24)
    known, before = rows[1], copy.deepcopy(rows)
    with pytest.raises(StagingError, match="another name where the function is called") as refusal:
        ng.function(mirrored)(rows)
    assert rows == before
    assert refusal.value.id == "side-effect"
    assert "[list(row) for row in rows]" in str(refusal.value)
    assert known is rows[1]


def test_a_row_that_the_caller_knows_stays_itself() -> None:
    def placed(rows, row, i):
        rows[0] = row
        rows[1][i] = 3

    with pytest.raises(StagingError, match="outlives the call"):
        ng.function(placed)(_table(2), [1, 2], 1)


def test_one_row_in_two_places_is_refused() -> None:
    with pytest.raises(StagingError, match="stands there twice"):
        ng.function(mirrored)([list(range(24))] * 24)


def total(rows):
    s = 0
    for i in range(len(rows)):
        for j in range(len(rows[0])):
            if rows[i][j] > 3:
                s += rows[i][j]
    return s


@pytest.mark.parametrize("columns", (2, 30))
def test_a_long_table_is_one_input(columns: int) -> None:
    rows = [[(i * j) % 7 for j in range(columns)] for i in range(600 // columns)]
    assert ng.function(total)(rows) == total(rows)
    assert len(ng.function(total).trace(rows).jaxpr.invars) == 1


def test_rows_that_are_one_object_are_no_table() -> None:
    rows = [[1] * 30] * 30
    assert ng.function(total)(rows) == total(rows)


def changed_beside_its_name(rows, n):
    first, other = rows[0], rows[n]
    first[0] = 10
    other[0] += 1
    rows[n][1] += first[0]
    return first, other


def all_but_the_pivot(rows, k):
    pivot = rows[k]
    for i in range(len(rows)):
        if i != k:
            factor = rows[i][0]
            for j in range(len(pivot)):
                rows[i][j] -= factor * pivot[j]
    pivot[0] = 100
    return pivot[1]


def longer_beside_its_name(rows, n):
    first = rows[0]
    rows[n][0] = 40
    rows.append([n] * len(first))
    first[0] = 1
    return first, len(rows)


@pytest.mark.parametrize("columns", (2, 4))
@pytest.mark.parametrize("n", (0, 2))
@pytest.mark.parametrize("function", (changed_beside_its_name, all_but_the_pivot, longer_beside_its_name))
def test_a_row_with_a_name_changes_in_the_callers_table(function: Callable[..., Any], n: int, columns: int) -> None:
    """As in `pivot = m[0]; m[i][j] -= f * pivot[j]` on an argument: the graph refused its rows' names."""
    wanted, rows = _table(4, columns), _table(4, columns)
    result = function(wanted, n)
    assert ng.function(function)(rows, n) == result
    assert rows == wanted


def with_its_first_again(rows, n):
    rows.extend(rows[:n])


def begun_again(rows, n):
    rows[n:] = rows[:n]


def with_the_first_of_another(rows, n, more):
    rows.extend(more[:n])


def test_rows_of_two_tables_are_joined_without_a_change_of_either() -> None:
    def joined(rows, more, n):
        return rows[:n] + more[n:]

    assert ng.function(joined)(_table(4, 2), _table(3, 2), 2) == joined(_table(4, 2), _table(3, 2), 2)


@pytest.mark.parametrize("function", (with_its_first_again, begun_again, with_the_first_of_another))
def test_a_row_twice_in_the_callers_tables_is_refused(function: Callable[..., Any]) -> None:
    """Python has one row in two places, and the graph would leave two."""
    more = (_table(3, 2),) if function is with_the_first_of_another else ()
    with pytest.raises(StagingError, match="outlives the call"):
        ng.function(function)(_table(4, 2), 2, *more)
