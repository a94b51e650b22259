"""JAX has one type for `0.0` and `jnp.asarray(0.0)`, and for `True` and `np.True_`; Python tells them apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError

PYTHON = [2, 0.5, 0.0, True]
OF_ARRAYS = [jnp.asarray(2), jnp.asarray(0.5), jnp.asarray(0.0), np.True_, jnp.array(True), np.array(True)]


def inverse(x: Any) -> Any:
    """JAX's arrays raise no ZeroDivisionError."""
    try:
        return 1 / x
    except ZeroDivisionError:
        return -5.0


def is_whole(x: Any) -> Any:
    """True of Python's integers and truth values."""
    return isinstance(x, int)


def class_of(x: Any) -> Any:
    """Python's classes have other names than those of arrays."""
    return type(x).__name__


def matched(x: Any) -> Any:
    """A pattern asks for the class, too."""
    match x:
        case bool():
            return 1
        case int():
            return 2
        case float():
            return 3
    return 4


def answer(function: Callable[[Any], Any], value: Any) -> Any:
    """What a graph returns, or "refused"."""
    try:
        result = function(value)
    except StagingError:
        return "refused"
    return result if isinstance(result, str) else np.asarray(result).item()


@pytest.mark.parametrize("function", [is_whole, class_of, matched, inverse])
@pytest.mark.parametrize("first", ["Python's", "arrays'"])
def test_a_scalar_of_an_array_is_not_taken_for_python_s(function: Callable[[Any], Any], first: str) -> None:
    graph = ng.function(function)
    order = [*PYTHON, *OF_ARRAYS] if first == "Python's" else [*OF_ARRAYS, *PYTHON]
    answers = [answer(graph, value) for value in [*order, *order]]
    expected = [function(value) for value in [*order, *order]]
    pythons = [type(value) in (int, float, bool) for value in [*order, *order]]
    for got, wanted, is_python in zip(answers, expected, pythons, strict=True):
        assert got == (wanted if is_python else got) and got in (wanted, "refused")


def test_a_zero_of_an_array_is_divided_by_in_a_list_and_by_name() -> None:
    def inverses(values: Any, scale: Any = 1) -> Any:
        try:
            return 1 / values[0] + 1 / scale
        except ZeroDivisionError:
            return -1.0

    graph = ng.function(inverses)
    assert graph([0.0], 2.0) == graph([2.0], scale=0.0) == -1
    with pytest.raises(StagingError, match="ZeroDivisionError"):
        graph([jnp.asarray(0.0)], 2.0)
    with pytest.raises(StagingError, match="ZeroDivisionError"):
        graph([2.0], scale=jnp.asarray(0.0))
    assert graph([2.0], scale=4.0) == 0.75


def test_a_function_that_asks_nothing_is_traced_once_for_both() -> None:
    graph = ng.function(lambda x: x * 2)
    for value in (1.5, jnp.asarray(1.5), jax.jit(lambda x: x)(1.5), 2.5):
        assert graph(value) == value * 2
    assert len(graph.traces) == 1
