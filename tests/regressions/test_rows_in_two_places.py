"""`m[i] = m[j]` makes a row an item in two places: it may be read in both, and a later change is refused.

Students write it in an insertion sort of rows, and to exchange two rows by a third name. In a list of known length the
graph had two rows then, and changed one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


def sorted_by_insertion(n):
    m = [[(k * 5) % 7, k] for k in range(n + 3)]
    for i in range(1, len(m)):
        key = list(m[i])
        j = i - 1
        while j >= 0 and m[j][0] > key[0]:
            m[j + 1] = m[j]
            j -= 1
        m[j + 1] = key
    return m


def sorted_by_selection(n):
    m = [[(k * 5) % 7, k] for k in range(n + 3)]
    for i in range(len(m)):
        least = i
        for j in range(i + 1, len(m)):
            if m[j][0] < m[least][0]:
                least = j
        row = m[i]
        m[i] = m[least]
        m[least] = row
    return m


def collected(n):
    m = [[k, 0] for k in range(n + 3)]
    found = []
    for i in range(n):
        found.append(m[i])
    return found, m


def first_at_the_end(n):
    m = [[k] * 3 for k in range(n + 3)]
    m.append(m[0])
    m.insert(1, m[n])
    return m, len(m)


def on_a_path(n):
    m = [[k, 0] for k in range(n + 3)]
    if n > 1:
        m[0] = m[n]
    return m


@pytest.mark.parametrize("n", (0, 2))
@pytest.mark.parametrize("function", (sorted_by_insertion, sorted_by_selection, collected, first_at_the_end, on_a_path))
def test_a_row_is_read_in_both_places(function: Callable[[int], Any], n: int) -> None:
    assert ng.function(function)(n) == function(n)


def changed_in_a_known_list(n):
    m = [[1, 2], [3, 4], [5, 6]]
    m[n] = m[0]
    m[0][0] = 9
    return m


def changed_behind_a_branch(n):
    m = [[k, 0] for k in range(n + 3)]
    if n > 1:
        m[0] = m[n]
    m[n][1] = 4
    return m


def changed_in_the_next_iteration(n):
    m = [[k, 0] for k in range(n + 3)]
    for i in range(n):
        m[i][1] += 1
        m[i + 1] = m[i]
    return m


def changed_in_the_other_list(n):
    m = [[k, 0] for k in range(n + 3)]
    found = []
    for i in range(n):
        found.append(m[i])
    m[0][0] = 7
    return found


def changed_in_a_helper(n):
    def put(table, i, row):
        table[i] = row

    m = [[k, 0] for k in range(n + 3)]
    put(m, n, m[1])
    m[1][0] += 1
    return m


@pytest.mark.parametrize(
    "function",
    (
        *(changed_in_a_known_list, changed_behind_a_branch, changed_in_the_next_iteration),
        *(changed_in_the_other_list, changed_in_a_helper),
    ),
)
def test_a_change_of_a_row_in_two_places_is_refused_where_it_got_the_second(function: Callable[[int], Any]) -> None:
    with pytest.raises(StagingError, match="a row gets a second place here") as refusal:
        ng.function(function)(2)
    assert refusal.value.id == "list-item-copied"
    assert "list(" in str(refusal.value)
