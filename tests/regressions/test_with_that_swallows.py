"""A context manager, or a `try` around a helper, waits for a division by zero, for which the graph computed on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


class Ignore:
    def __init__(self, kind: type[Exception]) -> None:
        self.kind = kind

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[Exception] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, self.kind)


class Timed:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


@contextmanager
def ignoring() -> Iterator[None]:
    try:
        yield
    except ZeroDivisionError:
        return


def half(a: Any, b: Any) -> Any:
    return a // b


def of_class(a: Any, b: Any) -> Any:
    q = -1
    with Ignore(ZeroDivisionError):
        q = a // b
    return q + 0


def of_generator(a: Any, b: Any) -> Any:
    q = -1
    with ignoring():
        q = a // b
    return q + 0


def of_helper(a: Any, b: Any) -> Any:
    q = -1
    with Ignore(ZeroDivisionError):
        q = half(a, b)
    return q + 0


def of_try(a: Any, b: Any) -> Any:
    try:
        return half(a, b)
    except ZeroDivisionError:
        return -1


def timed(a: Any, b: Any) -> Any:
    with Timed():
        q = a // b
    return q + 0


@pytest.mark.parametrize("function", [of_class, of_generator, of_helper])
def test_what_a_with_swallows_is_waited_for(function: Callable[[Any, Any], Any]) -> None:
    assert function(4, 0) == -1
    with pytest.raises(StagingError, match="ZeroDivisionError"):
        ng.function(function)(4, 0)


@pytest.mark.parametrize("divisor", [2, 0])
def test_what_a_helper_raises_is_waited_for(divisor: int) -> None:
    assert ng.function(of_try)(4, divisor) == of_try(4, divisor)


def test_a_with_that_swallows_nothing_waits_for_nothing() -> None:
    assert ng.function(timed)(4, 2) == timed(4, 2) == 2


def new_key(a: Any, b: Any) -> Any:
    found = {}
    try:
        found["q"] = a // b
    except ZeroDivisionError:
        found["q"] = -1
    return found


def test_a_path_of_a_try_is_named() -> None:
    with pytest.raises(StagingError, match="where an exception goes another way"):
        ng.function(new_key)(4, 0)
