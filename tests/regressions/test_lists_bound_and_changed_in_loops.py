"""A name that an iteration changes in place and then binds to a list somebody else knows.

From the next iteration on the change is one of that list, too. The graph carried two lists, and the other one stayed as
it was: `out` was 35 where Python has 28.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def on_some_paths(p: Any, n: Any) -> Any:
    best, out = [0, 0], 0
    for i in range(n):
        best[0] = i
        if i > 1:
            best = p
        out += p[0]
    return out


def each_time(p: Any, n: Any) -> Any:
    best, out = [0, 0], 0
    for i in range(n):
        best[0] = i
        best = p
        out += p[0]
    return out


def in_an_object(p: Any, n: Any) -> Any:
    holder, out = types.SimpleNamespace(best=[0, 0]), 0
    for i in range(n):
        holder.best[0] = i
        if i > 1:
            holder.best = p
        out += p[0]
    return out


def both_rebound(p: Any, n: Any) -> Any:
    best, out = [0, 0], 0
    for i in range(n):
        best[0] = i
        if i == 3:
            p = [5, 5]
        if i > 1:
            best = p
        out += p[0]
    return out


@pytest.mark.parametrize("function", [on_some_paths, each_time, in_an_object, both_rebound])
def test_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.StagingError) as error:
        ng.function(function)([7, 2], 6)
    assert error.value.id in ("list-alias", "branch-mismatch")


def rows(n: Any) -> Any:
    row, total = [1, 1, 1], 0
    for _ in range(n):
        new = [1, 1, 1]
        new[1] = row[0] + row[1]
        row = new
        total += row[1]
    return row, total


def swapped(n: Any) -> Any:
    a, b = [7, 2], [0, 0]
    for i in range(n):
        a[0] += i
        b[1] += a[0]
        a, b = b, a
    return a, b


def copied(n: Any) -> Any:
    best, p, out = [0, 0], [7, 2], 0
    for i in range(n):
        best[0] = i
        if i > 1:
            best = list(p)
        out += p[0] + best[0]
    return out


@pytest.mark.parametrize("function", [rows, swapped, copied])
def test_lists_of_their_own_stay(function: Callable[..., Any]) -> None:
    for n in (0, 1, 6):
        assert ng.function(function)(n) == function(n)
