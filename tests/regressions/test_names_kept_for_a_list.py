"""A name that a loop keeps for a list which it changes: right where no further iteration shows it, else refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import nbgraph as ng


def left_with_it(n):
    found, best = [0], []
    for i in range(n):
        found.append(i)
        if sum(found) > 5:
            best = found
            break
    return best


def returned(n):
    found = [0]
    for i in range(n):
        found.append(i)
        if i > 3:
            return found
    return found


def bound_first(n):
    mine, other = [n], []
    for i in range(n):
        other = mine
        other.append(i)
    return len(mine), mine[-1], sum(other)


@pytest.mark.parametrize("function", [left_with_it, returned, bound_first])
def test_what_no_further_iteration_shows_is_right(function: Callable[..., object]) -> None:
    graph = ng.function(function)
    assert [graph(n) for n in (0, 1, 3, 6)] == [function(n) for n in (0, 1, 3, 6)]


def kept(n):
    found, best = [0], []
    for i in range(n):
        found.append(i)
        if i == 1:
            best = found
    return best


def changed_behind(n):
    found, best = [0], [1]
    for i in range(n):
        found.append(i)
        if i == 2:
            best = found
            break
    found.append(7)
    return best


def an_item_changed_behind(n):
    found, best = [[0]], [[1]]
    for i in range(n):
        best = found
        found.append([i])
    found[0].append(7)
    return best


def read_before_it_is_bound(n):
    found, other, s = [0], [], 0
    for i in range(n):
        s += len(other)
        other = found
        found.append(i)
    return s


@pytest.mark.parametrize("function", [kept, changed_behind, an_item_changed_behind, read_before_it_is_bound])
def test_what_a_further_iteration_or_statement_shows_is_refused(function: Callable[..., object]) -> None:
    with pytest.raises(ng.StagingError):
        ng.function(function)(4)
