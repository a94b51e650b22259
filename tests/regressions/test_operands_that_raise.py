"""An operand of `and` or `or` that raises for sure is only reached where the one before it says so.

In `a > 0 and x < 3` Python does not read `x` where `a` is negative. The graph evaluated every operand while it was
made, and what one of them raised ended the call.
"""
# ruff: noqa

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def unbound_in_and(a: Any) -> Any:
    x = 5 if a > 0 and x < 3 else 7
    return x


def unbound_in_or(a: Any) -> Any:
    if a <= 0 or x < 3:
        y = 1
    else:
        y = 2
    x = y
    return x


def no_number(a: Any) -> Any:
    return a > 0 and int("no number") > a


def in_an_inner_function(a: Any) -> Any:
    def inner(z: Any) -> Any:
        y = max(1, 2) if a > 0 and y < 3 else z + 1
        return y

    return inner(a)


@pytest.mark.parametrize("function", [unbound_in_and, unbound_in_or, no_number, in_an_inner_function])
def test_it_raises_only_where_it_is_reached(function: Callable[[Any], Any]) -> None:
    for call in (ng.function(function), ng.convert(function)):
        assert call(-2) == function(-2)
        with pytest.raises((NameError, ValueError)):
            call(3)
