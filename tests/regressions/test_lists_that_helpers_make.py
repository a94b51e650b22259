"""`def board(): return [[0] * 3 for _ in range(3)]` above a function that changes the board at a run-time index.

The list in a `return` stays Python's own as long as it is only read; it was refused where the caller changed it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def nothing() -> list[int]:
    return []


def board() -> list[list[int]]:
    return [[0] * 3 for _ in range(3)]


def two_rows() -> tuple[list[int], list[int]]:
    return [0, 0], [1, 1]


def swap(xs: Any, i: Any, j: Any) -> None:
    xs[i], xs[j] = xs[j], xs[i]


def filled(n: Any) -> Any:
    xs = nothing()
    for i in range(n):
        xs.append(i)
    return xs


def counted(n: Any) -> Any:
    cells = board()
    for i in range(n):
        cells[i % 3][i % 2] += 1
    return cells


def of_an_inner_function(n: Any) -> Any:
    def start() -> list[int]:
        return [3, 1, 2]

    xs = start()
    swap(xs, n % 3, 0)
    return xs


def several_at_once(n: Any) -> Any:
    a, b = two_rows()
    a[n % 2] = 5
    b.append(n)
    return a, b


@pytest.mark.parametrize("function", [filled, counted, of_an_inner_function, several_at_once])
def test_what_a_helper_has_made_can_change(function: Callable[..., Any]) -> None:
    assert ng.function(function)(4) == function(4)


def only_read(n: Any) -> Any:
    return sum(nothing()) + board()[n % 3][0]


def test_what_is_only_read_stays_pythons_own() -> None:
    assert ng.function(only_read)(4) == 0
    assert "return [3 * n]" in ng.to_code(lambda_free)


def lambda_free(n: Any) -> Any:
    return [3 * n]


KEPT = [1, 2, 3]


def kept() -> list[int]:
    return KEPT if len(KEPT) == 3 else [0]


def changes_what_is_kept(n: Any) -> Any:
    kept()[n % 3] = 0
    return KEPT


def test_a_list_that_outlives_the_call_is_still_refused() -> None:
    with pytest.raises(NbgraphError):
        ng.function(changes_what_is_kept)(4)
    assert KEPT == [1, 2, 3]
