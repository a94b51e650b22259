"""An exception that leaves a loop or a branch inside a `try`: the handler sees what was bound there by then.

Blocks of statements are functions in converted code, and what they had bound was lost with the exception: the handler
went on with the values from before the block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def popped_until_empty(v: Any) -> Any:
    s = 0
    try:
        while True:
            s += v.pop()
    except IndexError:
        pass
    return s


def texts_that_are_numbers(x: Any) -> Any:
    total = 0
    last = ""
    try:
        for text in ["1", "2", "x", "4"]:
            last = text
            total += int(text) * x
    except ValueError:
        total += 1000
    return total, last == "x"


def in_a_branch(x: Any) -> Any:
    flag, y = "a", x
    try:
        if flag == "a":
            y = x + 1
            y += {"b": 1}[flag]
    except KeyError:
        y = y * 2
    return y


def in_a_branch_in_a_loop(x: Any) -> Any:
    total = n = 0
    for text in ["1", "b", "3"]:
        try:
            if text == "b":
                n += 1
                total += int(text)
            total += int(text) * x
        except ValueError:
            total += 1000 * n
    return total


def calls_itself(n: Any, depth: int = 2) -> Any:
    s = n
    try:
        for k in range(3):
            s += k
            if k == 1:
                s += calls_itself(n, depth - 1) if depth > 0 else int("no number")
    except ValueError:
        s = -s
    return s


def in_an_iteration_that_only_python_can_make(n: Any) -> Any:
    """The loop is tried in the graph first, as it is long."""
    s = n
    try:
        for k in range(12):
            s += k
            if k == 1:
                s += {0: 1}[k]
    except KeyError:
        s = -s
    return s


def raised_in_a_round(n: Any) -> Any:
    s = 0
    try:
        for _ in range(n):
            s += 1
            int("no number")
    except ValueError:
        s = s - 100
    return s


@pytest.mark.parametrize(
    "function",
    [
        texts_that_are_numbers,
        in_a_branch,
        in_a_branch_in_a_loop,
        in_an_iteration_that_only_python_can_make,
        calls_itself,
    ],
    ids=lambda f: f.__name__,
)
def test_the_handler_sees_what_was_bound(function: Callable[[Any], Any]) -> None:
    for x in (3, -4):
        assert ng.function(function)(x) == ng.convert(function)(x) == function(x)


def test_a_list_is_emptied() -> None:
    assert ng.function(popped_until_empty)([1, 2, 3]) == popped_until_empty([1, 2, 3]) == 6


def test_what_only_the_run_knows_is_refused() -> None:
    for n in (0, 3):
        with pytest.raises(ng.NbgraphError) as refused:
            ng.function(raised_in_a_round)(n)
        assert refused.value.id == "raise-in-try"
        assert refused.value.span is not None


@pytest.mark.parametrize("function", [texts_that_are_numbers, in_a_branch, in_a_branch_in_a_loop])
def test_special_code_gives_the_same_or_says_that_there_is_none(function: Callable[[Any], Any]) -> None:
    code = ng.to_code(function, 3)
    if not code.startswith("# No pure JAX code"):
        pasted: dict[str, Any] = {}
        exec(code, pasted)
        assert pasted[function.__name__](3) == function(3)
