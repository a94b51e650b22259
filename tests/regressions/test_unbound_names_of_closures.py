"""A name that an inner function holds on to and that some path leaves unbound: reading it raises, whoever reads it.

Found by the fuzzer: what stands for such a value was compared with 1, and was another one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def after_the_loop(a: Any) -> Any:
    for n in range(a, 1, 1):

        def inner() -> Any:
            return n  # noqa: B023

    return 1 == n  # noqa: SIM300 - as the fuzzer wrote it


def after_the_branch(a: Any) -> Any:
    if a > 1:
        n = 3
        inner = lambda: n  # noqa: E731, F841
    return 1 == n  # noqa: SIM300 - as the fuzzer wrote it


def in_a_function(a: Any) -> Any:
    def get() -> Any:
        return n == 3, n is None, isinstance(n, int)

    if a > 1:
        n = 3
    return get()


def on_one_path_of_the_inner_function(a: Any) -> Any:
    if a > 1:
        n = 3

    def get(k: Any = 5) -> Any:
        return n == 1 if k > a else True

    return get()


def printed(a: Any) -> Any:
    def get() -> Any:
        print("n is", n)
        return a

    while a > 2:
        n = a
        a = a - 1
    return get()


def in_a_lambda(a: Any) -> Any:
    get = lambda: n != 3  # noqa: E731
    if a > 1:
        n = 3
    return get()


def never_read(a: Any) -> Any:
    def get() -> Any:
        return n == 1 if a > 1 else False

    if a > 1:
        n = 3
    return get()


def outcome(function: Callable[[Any], Any], a: int, capsys: pytest.CaptureFixture[str]) -> tuple[Any, str]:
    try:
        found = function(a)
        value: Any = [int(part) for part in found] if isinstance(found, tuple) else int(found)
    except NameError:
        value = NameError
    return value, capsys.readouterr().out


@pytest.mark.parametrize(
    "function",
    [
        after_the_loop,
        after_the_branch,
        in_a_function,
        on_one_path_of_the_inner_function,
        printed,
        in_a_lambda,
        never_read,
    ],
    ids=lambda function: function.__name__,
)
def test_a_name_without_a_value_is_never_taken_for_one(
    function: Callable[[Any], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    compiled, converted = ng.function(function), ng.convert(function)
    for a in (3, 0, 5, 1):
        expected = outcome(function, a, capsys)
        assert outcome(compiled, a, capsys) == expected
        assert outcome(converted, a, capsys) == expected


def in_a_try(x: Any) -> Any:
    try:
        if x > 0:
            n = 3
    finally:
        pass
    inner = lambda: n  # noqa: E731
    return inner() if x > 0 else 1


def in_a_with(x: Any) -> Any:
    with contextlib.nullcontext():
        if x > 0:
            n = 3
    inner = lambda: n  # noqa: E731
    return inner() if x > 0 else 1


@pytest.mark.parametrize("program", [in_a_try, in_a_with])
def test_a_name_that_only_a_block_in_a_try_or_with_binds(program: Callable[..., Any]) -> None:
    compiled = ng.function(program)
    assert [int(compiled(x)) for x in (3, -1)] == [3, 1]
