"""`while xs:` whose body breaks: the list stands behind the flag of the `break`, and only its truth is asked for."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


def of_known_length(n: Any) -> Any:
    out, left = 0, [3, 2, 9, 1, 2]
    while left:
        x = left.pop()
        if x > n:
            break
        out = out + x
    return out, left


def of_run_time_length(n: Any) -> Any:
    out, left = 0, [i * i for i in range(n)]
    while left:
        x = left.pop()
        if x < 5:
            break
        out = out + x
    return out, left


@pytest.mark.parametrize("function", [of_known_length, of_run_time_length])
def test_like_python(function: Any) -> None:
    for n in (0, 2, 5, 9):
        assert ng.function(function)(n) == function(n)
