"""An exception of run time that Python would swallow: by what `__exit__` returns, or a jump out of `finally`.

No handler can run once the graph does, so what was raised came out where Python returns a value. Such a `raise` is
refused as one inside a `try` that catches it.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import jax
import pytest

import nbgraph as ng

quiet_about = contextlib.suppress


class Quiet:
    def __init__(self, quiet: Any) -> None:
        self.quiet = quiet

    def __enter__(self) -> Quiet:
        return self

    def __exit__(self, *error: Any) -> Any:
        return self.quiet > 0


class Loud(Quiet):
    def __exit__(self, *error: Any) -> Any:
        return None


@contextlib.contextmanager
def without_value_errors() -> Iterator[None]:
    try:  # noqa: SIM105 - as a user may write it
        yield
    except ValueError:
        pass


def in_a_block_that_is_quiet(n: Any) -> Any:
    r = 0
    with Quiet(n):
        if n < 5:
            raise ValueError("x")
        return 1
    return r


def by_a_manager_made_before(n: Any) -> Any:
    r = 0
    manager = Quiet(n)
    with manager:
        if n < 5:
            raise ValueError("x")
        return 1
    return r


def by_a_generator_made_before(n: Any) -> Any:
    r = 0
    quiet = without_value_errors
    with quiet():
        if n < 5:
            raise ValueError("x")
        return 1
    return r


def by_a_manager_of_another_name(n: Any) -> Any:
    r = 0
    with quiet_about(ValueError):
        if n < 5:
            raise ValueError("x")
        return 1
    return r


def by_a_stack_of_managers(n: Any) -> Any:
    r = 0
    with contextlib.ExitStack() as stack:
        stack.enter_context(Quiet(n))
        if n < 5:
            raise ValueError("x")
        return 1
    return r


def return_in_finally(n: Any) -> Any:
    try:
        if n > 0:
            raise ValueError(n)
        return 1
    finally:
        if n > 2:
            return 2  # noqa: B012 - what is tested


def break_in_finally(n: Any) -> Any:
    s = 0
    for i in range(n):
        try:
            if i == 3:
                raise ValueError(n)
            s += i
        finally:
            break  # noqa: B012 - what is tested
    return s


def raised_in_a_handler(n: Any) -> Any:
    try:
        int("no number")
    except ValueError:
        if n > 0:
            raise KeyError(n) from None
    finally:
        return 2  # noqa: B012 - what is tested


@pytest.mark.parametrize(
    "function",
    [
        in_a_block_that_is_quiet,
        by_a_manager_made_before,
        by_a_generator_made_before,
        by_a_manager_of_another_name,
        by_a_stack_of_managers,
        return_in_finally,
        break_in_finally,
        raised_in_a_handler,
    ],
)
def test_what_python_would_swallow_is_refused(function: Callable[..., Any]) -> None:
    for n in (4, 0, -1, 7):
        with pytest.raises(ng.NbgraphError) as refused:
            ng.function(function)(n)
        assert refused.value.id == "raise-in-try"
        assert refused.value.span is not None


def test_a_manager_that_swallows_nothing_lets_it_through() -> None:
    def through(n: Any) -> Any:
        manager = Loud(n)
        with manager, contextlib.nullcontext(), contextlib.redirect_stdout(sys.stdout), jax.named_scope("it"):
            if n < 5:
                raise ValueError("x")
        try:
            n += 1
        finally:
            for _ in range(3):
                break
        return n

    converted = ng.function(through)
    assert converted(7) == 8
    with pytest.raises(ValueError, match="x"):
        converted(3)
