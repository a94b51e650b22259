"""A function taken out of a table by a number of the run: it was refused, though it is only called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def square(x: Any) -> Any:
    return x * x


def shown(x: Any) -> Any:
    print("half of", x)
    return x / 2


TABLE = (square, shown, lambda x: x - 3)
BY_NAME = {"square": square, "half": shown}


def from_a_tuple(i: Any, x: Any) -> Any:
    return TABLE[i](x)


def from_a_list(i: Any, x: Any) -> Any:
    functions = [square, shown, jnp.sin]
    f = functions[i]
    return f(x) + f(x + 1)


def from_a_dict(i: Any, x: Any) -> Any:
    return BY_NAME["square" if i > 0 else "half"](x)


def in_a_loop(i: Any, x: Any) -> Any:
    for k in range(i):
        x = TABLE[k % 3](x)
    return x


@pytest.mark.parametrize("i", [0, 1, 2, -1])
@pytest.mark.parametrize(
    "function", [from_a_tuple, from_a_list, from_a_dict, in_a_loop], ids=lambda each: each.__name__
)
def test_the_function_is_the_one_that_python_calls(
    function: Callable[..., Any], i: int, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = function(i, 3.0)
    printed = capsys.readouterr().out
    assert float(ng.function(function)(i, 3.0)) == pytest.approx(float(expected), abs=1e-6)
    assert capsys.readouterr().out == printed


def test_a_place_that_is_not_there_raises() -> None:
    with pytest.raises(IndexError, match="out of range"):
        ng.function(from_a_tuple)(3, 3.0)


def kept(i: Any, x: Any) -> Any:
    f = square
    for k in range(i):
        f = TABLE[k % 3]
    return f(x)


def returned(i: Any, x: Any) -> Any:
    return TABLE[i]


def which(i: Any) -> Any:
    f = TABLE[i]
    return f is square, f is not square, f == shown, f != shown, f == TABLE[1 - i], f is None


def test_asked_which_one_it_is_it_answers_as_python() -> None:
    """A graph said that a function out of a table is none of the table's: `f is square` was False of each."""
    for i in (0, 1):
        assert [bool(each) for each in ng.function(which)(i)] == list(which(i))


def by_subscript(i: Any, x: Any) -> Any:
    return {square: 1, shown: 2}[TABLE[i]]


def by_get(i: Any, x: Any) -> Any:
    return {square: 1, shown: 2}.get(TABLE[i], 0)


def as_a_new_key(i: Any, x: Any) -> Any:
    counts = {}
    counts[TABLE[i]] = x
    return square in counts


def counted(i: Any, x: Any) -> Any:
    return [TABLE[i]].count(square)


def among_functions(i: Any, x: Any) -> Any:
    return TABLE[i] in [square], TABLE[i] in {square}, TABLE[i] not in (square, shown)


def by_name(i: Any, x: Any) -> Any:
    return TABLE[i].__name__, f"{TABLE[i].__name__}({x})"


@pytest.mark.parametrize("i", [0, 1, 2])
@pytest.mark.parametrize("function", [among_functions, by_name])
def test_asked_for_its_name_and_among_functions_it_answers_as_python(function: Callable[..., Any], i: int) -> None:
    """`TABLE[i].__name__` raised `AttributeError`: habit of who prints a table of methods and their results."""
    assert ng.function(function)(i, 3.0) == function(i, 3.0)


@pytest.mark.parametrize("function", [kept, returned, by_subscript, by_get, as_a_new_key, counted])
def test_it_can_only_be_called(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError):
        ng.function(function)(2, 3.0)
