"""A name that only a block binds is local there, too: read before, it was taken from outside without a word."""

# ruff: noqa: F823, F841

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

outside = 2


def in_an_if(a):
    if outside == 1:
        outside = 5
    return a


def in_a_case(a):
    match outside:
        case 1:
            outside = 5
    return a


def in_a_guard(a):
    match outside:
        case int() if outside is None:
            pass
        case _:
            outside = 3
    return a


def in_a_loop(a):
    for _ in range(a if outside else 2):
        outside = 1
    return a


def of_the_function_around(a):
    around = 2

    def inner(z):
        if around > 1:
            around = 5
        return z

    return inner(a) + around


@pytest.mark.parametrize("function", [in_an_if, in_a_case, in_a_guard, in_a_loop, of_the_function_around])
def test_python_and_graph_raise(function: Callable[[Any], Any]) -> None:
    for run in (function, ng.convert(function), ng.function(function)):
        with pytest.raises(UnboundLocalError):
            run(3)
