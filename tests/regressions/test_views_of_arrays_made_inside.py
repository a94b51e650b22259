"""A part of an array that the function itself makes is no copy: a change of it is seen in the whole, or refused.

Habits: `part = u[1:]; part += x`, every second item by `u[::2]`, a flat array given a shape before it is scaled. The
array was NumPy's while the function was traced, and its part a constant of another shape: the whole stayed as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.staging.aliasing.audit import AliasError


def a_part(x: Any) -> Any:
    u = np.zeros(4)
    part = u[1:]
    part += x
    return u


def every_second(x: Any) -> Any:
    u = np.array([1, 2, 3, 4])
    other = np.ones(3)
    part = u[::2]
    part *= x
    return u, other


def in_another_shape(x: Any) -> Any:
    u = np.arange(6)
    table = u.reshape(2, 3)
    table -= x
    return u


@pytest.mark.parametrize("function", [a_part, every_second, in_another_shape])
def test_a_change_of_a_part_is_refused_where_the_whole_is_used(function: Callable[..., Any]) -> None:
    with pytest.raises(AliasError, match="the same array is used under another name in the result") as caught:
        ng.function(function)(2)
    assert caught.value.remedy


def part_alone(x: Any) -> Any:
    part = np.arange(6)[2:5]
    part += x
    return part


def whole(x: Any) -> Any:
    u = np.arange(6).reshape(2, 3)
    u += x
    return u


@pytest.mark.parametrize("function", [part_alone, whole])
def test_a_change_of_what_has_one_name_is_as_in_python(function: Callable[..., Any]) -> None:
    assert np.array_equal(ng.function(function)(2), function(2))
