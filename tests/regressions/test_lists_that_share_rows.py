"""Rows with a name, and rows of two lists, as students write them: each change is seen by all, or it is refused.

A row was taken for a list of one holder where its table had been bound to a shallow copy, `m = m + [[0, 0]]`: a change
through the new list was lost under the row's name. So it was where a loop had bound a copy, `rows = rows + [...]`, of
a list that another name still had, and where `m.clear()` came behind a change of a row with a name.
"""

# ruff: noqa: RUF005  as it is typed

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def history_of_states(n: Any) -> Any:
    cells = [0, 1, 0, 1]
    history = [cells]
    for _ in range(n):
        cells = [cells[j - 1] ^ cells[j] for j in range(4)]
        history.append(cells)
    return history, cells


def triangle_from_its_first_row(n: Any) -> Any:
    row = [1]
    out = [row]
    for _ in range(n):
        row = [1] + [row[j] + row[j + 1] for j in range(len(row) - 1)] + [1]
        out.append(row)
    return out


def changed_through_both(n: Any) -> Any:
    r = [1, 2]
    m = [r, [3, 4]]
    for i in range(n):
        m.append([i, i])
        r[0] += i
        m[0][1] += r[0]
    r[0] *= 2
    m[0][1] += 1
    return m, r


def held_by_a_tuple_and_a_dict(n: Any) -> Any:
    r = [1, 2]
    m, pair, named = [r, [3, 4]], (r, n), {"a": r}
    for i in range(n):
        m.append([i, i])
    m[0][0] = 8
    return m, pair, named


def changed_by_helpers(n: Any) -> Any:
    r = [1, 2]
    m = [r, [3, 4]]

    def bump(row: Any) -> Any:
        row[0] += 10
        return r[0]

    for i in range(n):
        m.append([i, i])
        bump(r)
    return bump(m[0]), m, r


def longer_by_name(n: Any) -> Any:
    r = [1, 2, 3]
    m = [r, [3, 4, 5]]
    k = 0
    while k < n:
        k += 1
        m.append(list(m[0]))
        r[1] = k
    r.append(5)
    return m, r


def turned_in_each_iteration(n: Any) -> Any:
    r = [1, 2, 3]
    m = [r, [3, 4, 5]]
    for i in range(n):
        m.append([i, i, i])
        r.reverse()
    return m, r


def changed_at_a_run_time_index(n: Any) -> Any:
    r = [1, 2]
    m = [r, [3, 4]]
    m[n - 1][0] = 50
    r[1] = 3
    return m, r, m[n - 1]


def sorted_behind_its_name(n: Any) -> Any:
    r = [n, 2]
    m = [r, [3, 4], [2, 2]]
    m.sort()
    return m, r


def taken_out(n: Any) -> Any:
    r = [n, 2]
    m = [r, [3, 4], [5, 6]]
    x = m.pop(n - 1)
    return m, r, x


def put_before_others(n: Any) -> Any:
    r = [1, 2]
    m = [r, [3, 4]]
    for i in range(n):
        m.insert(0, [i, i])
    return m, r


def two_change_places(n: Any) -> Any:
    m = [[i, 1] for i in range(4)]
    r, q = m[0], m
    m[0], m[n] = m[n], m[0]
    m[n], m[1] = m[1], m[n]
    return m, r, q


def two_change_places_in_a_branch(n: Any) -> Any:
    m = [[i, 1] for i in range(4)]
    if n > 1:
        m[0], m[n] = m[n], m[0]
    m[0][0] = 50
    return m


def two_of_a_copy_change_places(n: Any) -> Any:
    m = [[i, 1] for i in range(4)]
    q = m[:]
    m[0], m[n] = m[n], m[0]
    return m, q


def a_board_of_two(n: Any) -> Any:
    """A row that changed in place was not seen by the board that was read at a run-time index before."""
    boards = [[[1, 2], [3, n]], [[5, 6], [7, 8]]]
    board = boards[n % 2]
    boards[1][0][0] = 7
    boards[0][1][1] = 9
    return boards, board


def a_board_of_two_copies(n: Any) -> Any:
    m = [[1, 2], [3, n]]
    boards = [m[:], m[:]]
    board = boards[n % 2]
    m[0][0] = 7
    return m, board


SAME = (
    *(a_board_of_two, a_board_of_two_copies),
    *(two_change_places, two_change_places_in_a_branch, two_of_a_copy_change_places),
    *(history_of_states, triangle_from_its_first_row, changed_through_both, held_by_a_tuple_and_a_dict),
    *(changed_by_helpers, longer_by_name, turned_in_each_iteration, changed_at_a_run_time_index),
    *(sorted_behind_its_name, taken_out, put_before_others),
)


def its_table_is_bound_to_a_longer_one(n: Any) -> Any:
    m = [[i, 0] for i in range(n + 2)]
    r = m[0]
    m = m + [[n, n]]
    m[0][0] = 7
    return m, r


def its_table_is_turned(n: Any) -> Any:
    m = [[i, 0] for i in range(n + 2)]
    r = m[0]
    m = m[::-1]
    m[-1][0] = 7
    return m, r


def its_table_is_sorted(n: Any) -> Any:
    m = [[i, 0] for i in range(n + 2)]
    r = m[0]
    m = sorted(m)
    for _ in range(n):
        m[0][0] += 7
    return m, r


def its_table_is_bound_in_a_loop(n: Any) -> Any:
    r = [1, 2]
    m = [r, [3, 4]]
    for i in range(n):
        m = m + [[i, i]]
    m[0][0] = 8
    return m, r


def its_table_is_emptied(n: Any) -> Any:
    m = [[i, 0] for i in range(n + 2)]
    r = m[0]
    m[0][0] = 7
    m.clear()
    return m, r


def a_copy_grows_in_a_loop(n: Any) -> Any:
    m = [[i, 0] for i in range(n + 2)]
    rows = m[:]
    for i in range(n):
        rows = rows + [[i, i]]
    rows[0][0] = 7
    return m, rows


def a_copy_in_a_tuple_grows_in_a_loop(n: Any) -> Any:
    m = [[i, 0] for i in range(n + 2)]
    pair = (m[:], n)
    for i in range(n):
        pair = (pair[0] + [[i, i]], i)
    pair[0][0][0] = 7
    return m, pair


def moved_and_then_changed(n: Any) -> Any:
    r = [1, 2]
    m = [r, [3, 4]]
    for i in range(n):
        m.insert(0, [i, i])
    m[-2][0] = 8
    return m, r


def of_the_last_iteration(n: Any) -> Any:
    cells = [0, 1]
    history = [cells]
    for i in range(n):
        cells = [cells[1], i]
        history.append(cells)
    cells[0] = 9
    return history, cells


def exchanged_and_then_changed(n: Any) -> Any:
    m = [[i, 1] for i in range(4)]
    r = m[0]
    m[0], m[n] = m[n], m[0]
    m[0][0] = 50
    return m, r


def a_row_of_a_board_of_two(n: Any) -> Any:
    boards = [[[1, 2], [3, n]], [[5, 6], [7, 8]]]
    row = boards[n % 2][0]
    boards[1][0][0] = 7
    boards[0][0][0] = 7
    return boards, row


REFUSED = (
    a_row_of_a_board_of_two,
    exchanged_and_then_changed,
    *(its_table_is_bound_to_a_longer_one, its_table_is_turned, its_table_is_sorted, its_table_is_bound_in_a_loop),
    *(its_table_is_emptied, a_copy_grows_in_a_loop, a_copy_in_a_tuple_grows_in_a_loop, moved_and_then_changed),
    *(of_the_last_iteration,),
)


def exchanged_by_a_helper(m: Any, n: Any) -> Any:
    def swap(rows: Any, i: Any, j: Any) -> None:
        rows[i], rows[j] = rows[j], rows[i]

    swap(m, 0, n)
    swap(m, n, 1)
    m[n][0] += 10
    return m


def test_rows_of_the_callers_list_change_places_there() -> None:
    mine, theirs = [[1, 2], [3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]]
    assert plain(ng.function(exchanged_by_a_helper)(mine, 2)) == exchanged_by_a_helper(theirs, 2)
    assert plain(mine) == theirs


def plain(value: Any) -> Any:
    """A result in Python's own numbers."""
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return value.item() if hasattr(value, "item") else value


@pytest.mark.parametrize("function", SAME, ids=lambda function: function.__name__)
@pytest.mark.parametrize("n", [1, 2])
def test_a_row_and_its_name_are_one_list(function: Callable[..., Any], n: int) -> None:
    assert plain(ng.function(function)(n)) == function(n)


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_a_change_that_another_list_would_not_see_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(function)(2)
    assert caught.value.id == "list-item-copied"
    assert caught.value.span is not None and caught.value.remedy


def cleared(row: Any, k: Any) -> None:
    for i in range(k):
        row[i % 2] = 0


def the_last_row_cleared_again_and_again(m: Any, n: Any) -> Any:
    for _ in range(n + 1):
        cleared(m[len(m) - 1], n)
    return m


def smaller_of_a_row_and_a_new_one(m: Any, n: Any) -> Any:
    """`min(s, [n, 1])` showed an error of JAX's on the classes of the two."""
    row = m[0]
    return min(row, [n, 1]), max([n, 2], m[1]), min([n, 1], row, [1.5, n])[0], max(m[1], [n, 4], key=lambda r: r[1])


@pytest.mark.parametrize("n", [0, 1, 5])
def test_rows_beside_new_ones(n: int) -> None:
    truths, numbers = [[True, False], [False, False], [True, True]], [[1, 2], [3, 4], [5, 6]]
    assert plain(ng.function(smaller_of_a_row_and_a_new_one)(numbers, n)) == smaller_of_a_row_and_a_new_one(numbers, n)
    expected = the_last_row_cleared_again_and_again([[True, False], [False, False], [True, True]], n)
    assert plain(ng.function(the_last_row_cleared_again_and_again)(truths, n)) == expected


def a_row_of_a_list_of_pairs(n: Any) -> Any:
    q, r = [[n, n], [2, 1]], [0, 0]
    for _ in range(n):
        u = [(row[0], row) for row in q]
        _, r = u[n - 1]
    q[0][0] = 9
    return q, r


def test_a_row_out_of_a_pair_that_a_loop_has_bound_is_not_changed_elsewhere() -> None:
    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(a_row_of_a_list_of_pairs)(1)
    assert caught.value.id == "list-alias"


def least_kept(n: Any) -> Any:
    rows = [[1, 2], [3, 4]]
    kept = [[[1, n]], [[0, 0], [n, 5]]]
    for _ in range(n):
        kept[0] = heapq.nsmallest(1, rows)
    rows[0][-1] += 1
    return rows, kept


def least_alone(n: Any) -> Any:
    rows = [[3, 2], [1, 4]]
    least = heapq.nsmallest(1, rows)
    least[0][1] = n
    return rows, least


def test_rows_out_of_the_least_of_a_list_are_those_of_the_list() -> None:
    """`heapq.nsmallest` of rows that are known made a list of Python's, whose rows a loop copied with no word."""
    assert ng.function(least_alone)(1) == least_alone(1)
    with pytest.raises(ng.NbgraphError) as found:
        ng.function(least_kept)(1)
    assert found.value.id == "list-alias"


def first_rows(rows: Any, k: Any) -> Any:
    best = rows[:k]
    best[0][1] = 99
    return best, rows


def row_behind_a_slice(rows: Any, k: Any) -> Any:
    best = rows[:k]
    rows[0][1] = 99
    return best, rows


def first_sorted_rows(rows: Any, k: Any) -> Any:
    best = sorted(rows)[:k]
    best[0][1] = 99
    return best, rows


def rows_on_both_sides(rows: Any, k: Any) -> Any:
    left, right = rows[:k], rows[k:]
    left.append([7, 7])
    return left + right


def test_a_slice_with_bounds_of_run_time_shares_its_rows() -> None:
    """A change of a row through the slice, or behind it through the list, was lost in the other with no word."""
    rows = [[3, 1], [1, 2], [2, 5]]
    for function in (first_rows, row_behind_a_slice, first_sorted_rows):
        with pytest.raises(ng.NbgraphError) as found:
            ng.function(function)(rows, 2)
        assert found.value.id == "list-item-copied"
    assert ng.function(rows_on_both_sides)(rows, 2) == rows_on_both_sides(rows, 2)
