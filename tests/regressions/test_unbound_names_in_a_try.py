"""`try: r = y` with `except NameError`, where an `if` may have left `y` without a value, was refused, wherever.

The error for a name without a value went past each `try` of the user's. Who wants a default for a name that only some
paths bind writes so, as does who looks for something in a loop and asks behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.staging.effects.tries import RaiseInTryError


def assigned(n: int) -> int:
    if n > 5:
        y = 1
    try:
        r = y
    except NameError:
        r = -1
    return r


def returned(n: int) -> int:
    if n > 5:
        y = 1
    try:
        return y
    except Exception:
        return -1


def statement(n: int) -> int:
    if n > 5:
        y = 1
    r = 0
    try:
        y  # noqa: B018
        r = 1
    except (ValueError, UnboundLocalError):
        r -= 1
    return r


def in_no_path(n: int) -> int:
    try:
        y  # noqa: B018
    except NameError:
        y = 1
    else:
        y = 2
    return n + y


def left_by_a_manager(n: int) -> int:
    with suppress(NameError):
        y  # noqa: B018, F821
        n = 100
        y = 1
    y = 7
    return n + y


def in_a_loop(n: int) -> int:
    r = 0
    for i in range(n):
        if i > 5:
            y = i
        try:
            r += y
        except UnboundLocalError:
            r -= 1
    return r


def searched(n: int) -> int:
    for i in range(n):
        if i * i > 20:
            found = i
            break
    try:
        return found
    except NameError:
        return -1


@pytest.mark.parametrize(
    "function", [assigned, returned, statement, in_no_path, left_by_a_manager, in_a_loop, searched]
)
@pytest.mark.parametrize("n", [3, 9])
def test_the_handler_runs_where_the_name_has_no_value(function: Callable[[int], int], n: int) -> None:
    assert int(ng.function(function)(n)) == function(n)


def test_a_handler_of_another_class_does_not() -> None:
    def other(n: int) -> Any:
        if n > 5:
            y = 1
        try:
            return y
        except ValueError:
            return -1

    with pytest.raises(UnboundLocalError, match="`y` is read but has no value"):
        ng.function(other)(3)


def test_a_handler_that_reads_the_error_is_refused() -> None:
    def read(n: int) -> Any:
        if n > 5:
            y = 1
        try:
            return y
        except NameError as error:
            return len(str(error))

    with pytest.raises(RaiseInTryError, match="no words for it") as info:
        ng.function(read)(3)
    assert "`except UnboundLocalError:` without `as`" in str(info.value)


def test_the_refusal_in_a_branch_speaks_of_branches() -> None:
    """It said that a loop raises, and named a class of nbgraph's."""

    def chosen(n: int) -> Any:
        try:
            if n > 5:
                r = y
                y = 2
            else:
                r, y = 1, 2
        except NameError:
            return 0
        return r + y

    with pytest.raises(RaiseInTryError, match=r"an UnboundLocalError is raised .* in a branch or loop .* binds `r`"):
        ng.function(chosen)(3)


def counted(n: int) -> int:
    for i in range(n):
        try:
            total += i
        except NameError:
            total = 10
    return total


def added_to(n: int) -> int:
    if n > 5:
        y = n
    try:
        y += 1
    except UnboundLocalError:
        y = 0
    return y


def test_an_augmented_assignment_asks_too() -> None:
    for function in (counted, added_to):
        graph = ng.function(function)
        assert [graph(n) for n in (1, 5, 7)] == [function(n) for n in (1, 5, 7)]
    with pytest.raises(NameError):
        ng.function(counted)(0)
