"""Generators that a branch advances, and classes that end a walk over them by an exception of run time.

A generator that stood at the same `yield` again counted as one that had not moved; a `StopIteration` or `IndexError` of
run time never ended Python's walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import nbgraph as ng
from tests.programs import oracle


class Steps:
    def __init__(self, n: Any) -> None:
        self.i, self.n = 0, n

    def __iter__(self) -> Steps:
        return self

    def __next__(self) -> int:
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


class Doubles:
    def __init__(self, n: Any) -> None:
        self.n = n

    def __getitem__(self, i: Any) -> Any:
        if i >= self.n:
            raise IndexError("no")
        return i * 2


def counting() -> Iterator[int]:
    x = 0
    while True:
        x += 1
        yield x


def advanced_in_a_branch(n: Any) -> Any:
    it = counting()
    a = next(it)
    b = next(it) if n > 2 else 0
    return a, b, next(it)


def over_equal_items(n: Any) -> Any:
    it = (x for x in [7, 7, 7, 8])
    a = next(it)
    b = next(it) if n > 2 else 0
    return a, b, list(it)


@pytest.mark.parametrize("function", [advanced_in_a_branch, over_equal_items])
def test_a_generator_that_a_branch_advances_is_refused(function: Callable[..., Any]) -> None:
    assert oracle.fault(oracle.observe(ng.function(function), (0,)).error, "iterator-advanced") == ""


def by_next(n: Any) -> Any:
    return sum(Steps(n))


def by_index(n: Any) -> Any:
    s = 0
    for x in Doubles(n):  # type: ignore[attr-defined]
        s += x
    return s


def by_membership(n: Any) -> Any:
    return 2 in Doubles(n)  # type: ignore[operator]


@pytest.mark.parametrize("function", [by_next, by_index, by_membership])
def test_a_walk_that_only_the_run_ends_is_refused(function: Callable[..., Any]) -> None:
    assert oracle.fault(oracle.observe(ng.function(function), (3,)).error, "raise-in-try") == ""


def test_an_index_out_of_range_is_the_users_error() -> None:
    def item(n: Any) -> Any:
        return Doubles(n)[1]

    converted = ng.function(item)
    assert converted(3) == 2
    with pytest.raises(IndexError, match="no"):
        converted(1)


class Perhaps:
    def __init__(self, n: Any) -> None:
        self.n = n

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or self.n > 2:
            raise AttributeError(name)
        return 5


def test_an_attribute_that_only_the_run_knows_of() -> None:
    def asked(n: Any) -> Any:
        return hasattr(Perhaps(n), "z")

    def with_default(n: Any) -> Any:
        return getattr(Perhaps(n), "z", -1)

    for function in (asked, with_default):
        assert oracle.fault(oracle.observe(ng.function(function), (3,)).error, "raise-in-try") == ""
    converted = ng.function(lambda n: Perhaps(n).z)
    assert converted(1) == 5
    with pytest.raises(AttributeError, match="z"):
        converted(3)
