"""`xs = [None] * 4` and `xs[i] = v` at a run-time index ended in an error of JAX's; and `xs[i] = True` set a 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng


def of_none(i: int) -> Any:
    xs: list[Any] = [None] * 4
    xs[i] = 7
    return xs


def twice(i: int) -> Any:
    xs: list[Any] = [None] * 3
    xs[i] = i * 2.5
    xs[i - 1] = None
    return xs


def of_numbers(i: int) -> Any:
    xs: list[Any] = [1, 2, 3]
    xs[i] = True
    return xs, f"{xs}", sum(xs)


def plain(value: Any) -> Any:
    return jax.tree.map(lambda part: part.item() if isinstance(part, jax.Array) else part, value)


@pytest.mark.parametrize("function", [of_none, twice, of_numbers])
def test_it_is_what_python_has(function: Callable[..., Any]) -> None:
    for i in (0, 1, 2, -1):
        assert repr(plain(ng.function(function)(i))) == repr(function(i)), i


def in_a_loop(n: int) -> Any:
    xs: list[Any] = [None] * 4
    for i in range(n):
        xs[i] = i * i
    return xs


def as_the_remedy_says(n: int) -> Any:
    xs = [-1] * 4
    for i in range(n):
        xs[i] = i * i
    return xs


def test_a_loop_refuses_it_and_the_remedy_works() -> None:
    with pytest.raises(ng.StagingError, match=r"xs = \[-1\] \* n"):
        ng.function(in_a_loop)(3)
    assert plain(ng.function(as_the_remedy_says)(3)) == as_the_remedy_says(3)
