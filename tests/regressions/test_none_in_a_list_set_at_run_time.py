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
    return xs, xs[0], xs.count(None), 1 in xs, xs == [0, 1, None, None], [x for x in xs if x is not None]


def test_a_loop_sets_them() -> None:
    for n in (0, 2, 4):
        assert plain(ng.function(in_a_loop)(n)) == in_a_loop(n)


def of_words(n: int) -> Any:
    found: list[Any] = ["numbers"]
    for i in range(n):
        found.append(i)
        found.append("and")
    return found, "and" in found, n in found


def test_words_stand_among_numbers() -> None:
    for n in (0, 3):
        assert plain(ng.function(of_words)(n)) == of_words(n)


def test_order_is_refused_and_the_remedy_works() -> None:
    def largest(n: int) -> Any:
        return max([i if i % 2 else None for i in range(n)])

    def largest_of_some(n: int) -> Any:
        xs = [i if i % 2 else None for i in range(n)]
        return max([x for x in xs if x is not None])

    with pytest.raises(ng.StagingError, match=r"`\[x for x in xs if x is not None\]`"):
        ng.function(largest)(4)
    assert ng.function(largest_of_some)(4) == 3
