"""A row of numbers put among rows of truth values made numbers of them all: 1 where Python has True."""

from __future__ import annotations

import pytest

import nbgraph as ng
from nbgraph.core.staging.lists.item_errors import ListItemError


def replaced(a):
    rows = [[(i + j) % 3 == 0 for j in range(12)] for i in range(4)]
    rows[a] = [0] * 12
    return rows


def replaced_perhaps(a):
    rows = [[(i + j) % 3 == 0 for j in range(5)] for i in range(4)]
    if a > 2:
        rows[a] = [0] * 5
    return rows


def same_kind(a):
    rows = [[(i + j) % 3 == 0 for j in range(5)] for i in range(4)]
    rows[a] = [a > 1] * 5
    return rows


@pytest.mark.parametrize("program", [replaced, replaced_perhaps])
def test_they_are_not_put_together(program) -> None:
    with pytest.raises(ListItemError, match="a truth value and a number"):
        ng.function(program)(2)


def test_rows_of_one_kind_are() -> None:
    assert repr(ng.function(same_kind)(2)) == repr(same_kind(2))
