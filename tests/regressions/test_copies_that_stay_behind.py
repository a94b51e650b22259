"""`d = rows[i]` was a copy where `i` is known at run time only; `rows[0]["x"] = 7` did not reach it, without a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def assigned(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}]
    d = rows[n % 2]
    rows[0]["x"] = 7
    return d["x"]


def of_arrays(n: Any) -> Any:
    rows = [np.array([1.0, 2.0]), np.array([3.0, 4.0])]
    a = rows[n % 2]
    rows[0][1] = 9.0
    return a[1] + 0


def in_a_loop(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}]
    d = rows[n % 2]
    for row in rows:
        row["x"] = 7
    return d["x"]


def by_a_method(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}]
    d = rows[n % 2]
    rows[0].update(x=8)
    return d["x"]


def of_a_tuple(n: Any) -> Any:
    rows = ({"x": 1}, {"x": 2})
    d = rows[n % 2]
    rows[0]["x"] = 7
    return d["x"]


def by_a_helper(n: Any) -> Any:
    def bump(row: dict[str, int]) -> None:
        row["x"] += 1

    rows = [{"x": 1}, {"x": 2}]
    d = rows[n % 2]
    bump(rows[0])
    return d["x"]


CHANGED = [assigned, in_a_loop, by_a_method, of_a_tuple, by_a_helper]


@pytest.mark.parametrize("function", CHANGED, ids=lambda each: each.__name__)
def test_a_dict_sees_what_changes_through_the_list(function: Callable[..., Any]) -> None:
    assert [ng.function(function)(n) for n in (3, 4)] == [function(n) for n in (3, 4)]


def test_a_change_that_a_copy_would_miss_is_refused() -> None:
    with pytest.raises(NbgraphError, match="a copy, which stays what it was"):
        ng.function(of_arrays)(4)


def not_held(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}]
    before = rows[n % 2]["x"]
    rows[0]["x"] = 7
    return before, rows[n % 2]["x"]


def test_a_copy_that_nobody_has_is_no_matter() -> None:
    assert ng.function(not_held)(4) == not_held(4)
