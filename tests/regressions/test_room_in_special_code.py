"""Printed code kept a list as the array of one loop and let lines behind it add items for which there was no room: they
were lost without a word. And it read the last item of a list before it asked whether there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted


def emptied_then_one(n: int) -> int:
    stack = [4]
    while stack and n > 0:
        stack.pop()
        n -= 1
    stack.append(7)
    return stack[-1]


def emptied_then_joined(n: int) -> int:
    stack = [4]
    while stack and n > 0:
        stack.pop()
        n -= 1
    stack = stack + [7]  # noqa: RUF005 - the operator is what is tested
    return stack[-1]


def emptied_then_filled(n: int) -> int:
    stack = [4]
    while stack and n > 0:
        stack.pop()
        n -= 1
    for i in range(n + 3):
        stack.append(i)
    return stack[-1]


def emptied_then_perhaps_one(n: int) -> int:
    stack = [4]
    while stack and n > 0:
        stack.pop()
        n -= 1
    if n >= 0:
        stack.append(5)
    return stack[-1]


def rising(n: int) -> list[int]:
    kept: list[int] = []
    for x in (1, n, 2, 0):
        while kept and kept[-1] > x:
            kept.pop()
        kept.append(x)
    return kept


def rising_by_length(n: int) -> list[int]:
    kept: list[int] = []
    for x in (1, n, 2, 0):
        while len(kept) > 0 and kept[-1] > x:
            kept.pop()
        kept.append(x)
    return kept


@pytest.mark.parametrize(
    "function",
    [emptied_then_one, emptied_then_joined, emptied_then_filled, emptied_then_perhaps_one, rising, rising_by_length],
)
def test_the_code_gives_what_python_gives(function: Callable[[int], Any]) -> None:
    code = ng.to_code(function, 2)
    assert not code.startswith("#"), code
    made = pasted(code, function.__name__)
    for n in (0, 1, 2, 4):
        assert made(n) == function(n)


def before_it_a_greater_one(n: int) -> list[int]:
    values, found, open_ones = [1, n, 2, 0], [], []
    for i, x in enumerate(values):
        while open_ones and values[open_ones[-1]] <= x:
            open_ones.pop()
        found.append(open_ones[-1] if open_ones else -1)
        open_ones.append(i)
    return found


def test_an_item_is_read_only_where_there_is_one() -> None:
    made = pasted(ng.to_code(before_it_a_greater_one, 3), "before_it_a_greater_one")
    for n in (3, 0, 5):
        assert made(n) == before_it_a_greater_one(n)
