"""Items are set at the places that an array argument names, in a loop: `p[y] -= 1`, as in a softmax regression.

What JAX computes of `y`, as it adds the axis's length to negative places, was taken for a change of `y`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from tests.programs import oracle

X, Y = np.array([1.0, 2.0, 3.0], np.float32), np.array([0, -1])


def softmax_regression(x: Any, y: Any, n: Any) -> Any:
    w = np.zeros(3, np.float32)
    for _ in range(n):
        p = np.exp(x * w)
        p /= p.sum()
        p[y] -= 1
        w -= 0.5 * p
    return w


def in_two_axes(x: Any, y: Any, n: Any) -> Any:
    w = np.zeros((3, 3), np.float32)
    for _ in range(n):
        p = w + 1
        p[np.arange(len(y)), y] -= 1
        p[y, y] = x[y]
        w = w - p
    return w


def read_afterwards(x: Any, y: Any, n: Any) -> Any:
    p = x * 2
    p[y] = n
    return p, y.sum()


@pytest.mark.parametrize("function", [softmax_regression, in_two_axes, read_afterwards])
def test_like_python(function: Callable[..., Any]) -> None:
    python, graph = oracle.in_python(function, (X, Y, 3)), oracle.observe(ng.function(function), (X, Y, 3))
    assert oracle.disagreement(python, graph) == ""


def the_places_have_two_names(x: Any, y: Any, n: Any) -> Any:
    z = y
    for _ in range(n):
        z[y] += 1
    return z, y


def moved_under_another_name(x: Any, y: Any, n: Any) -> Any:
    z = y
    y += 1
    x[y] = n
    return x, z


@pytest.mark.parametrize("function", [the_places_have_two_names, moved_under_another_name])
def test_places_that_change_themselves_are_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError) as found:
        ng.function(function)(X.copy(), Y.copy(), 2)
    assert found.value.id == "array-alias"
