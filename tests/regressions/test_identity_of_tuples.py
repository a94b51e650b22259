"""Whether two tuples are one: what an index, an order or a branch chooses is a copy, and was no other tuple to `is`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.staging.lists.copies import ListCopyError


def by_number(xs: Any, i: Any) -> Any:
    rows = [(x, 1.0) for x in xs]
    return rows[i] is rows[0]


def by_order(xs: Any, i: Any) -> Any:
    rows = [(x, 1.0) for x in xs]
    return sorted(rows, key=lambda row: row[0])[0] is rows[0]


def by_rank(xs: Any, i: Any) -> Any:
    rows = [(x, i) for x in xs]
    return max(rows, key=lambda row: row[0]) is not rows[0]


def by_branch(xs: Any, i: Any) -> Any:
    a, b = (xs[0], 1), (xs[1], 2)
    c = a if xs[0] > xs[1] else b
    return c is a


@pytest.mark.parametrize("program", [by_number, by_order, by_rank, by_branch])
def test_a_tuple_that_is_chosen_may_be_another(program: Callable[..., Any]) -> None:
    with pytest.raises(ListCopyError, match="the same tuple"):
        ng.function(program)([3.0, 2.0, 1.0], 0)


def test_a_tuple_is_itself() -> None:
    def kept(xs: Any) -> Any:
        row = (xs[0], 1)
        other, longer = row, (xs[0], 1, 2)
        return other is row, row is not None, longer is other

    assert ng.function(kept)([1.0]) == kept([1.0]) == (True, True, False)
