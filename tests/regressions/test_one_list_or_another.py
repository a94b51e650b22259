"""`a or b` and `a and b` of lists of run-time length were refused, where `a if a else b` was not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


def odd(n: Any) -> Any:
    return [i for i in range(n) if i % 2]


def first(n: Any, m: Any) -> Any:
    a, b = odd(n), odd(m)
    return a or b or [100, n], a, b


def both(n: Any, m: Any) -> Any:
    a, b = odd(n), odd(m)
    return a and b, a and a[1:] and b[1:]


def default(n: Any, m: Any) -> Any:
    rows = odd(n) or [m]
    rest = odd(m) or []
    return sum(rows), max(rows), len(rest), rest


def names(n: Any, m: Any) -> Any:
    return [str(i) for i in odd(n)] or [str(m)]


def kept(n: Any, m: Any) -> Any:
    found: list[int] = []
    for i in range(n):
        found = found or odd(i - m)
    return found


def one_list(n: Any, m: Any) -> Any:
    a = odd(n)
    c = a or a
    c.append(m)
    return a, c


@pytest.mark.parametrize("function", [first, both, default, names, kept, one_list])
def test_they_are_what_python_makes_them(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for n, m in ((6, 4), (6, 1), (1, 4), (1, 1)):
        assert graph(n, m) == function(n, m)
    assert "raises" not in graph.explain()


def changed(n: Any, m: Any) -> Any:
    a, b = odd(n), [m]
    c = a or b
    c.append(1)
    return a, b


def test_a_change_of_either_is_refused() -> None:
    with pytest.raises(StagingError, match="list-alias"):
        ng.function(changed)(6, 4)
