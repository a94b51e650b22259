"""What a function makes of constants alone was one object for all its calls: each saw what was changed in another's."""

from __future__ import annotations

import collections
import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng


class Name:
    def __init__(self, text: Any) -> None:
        self.text = text


@dataclasses.dataclass
class Basket:
    apples: int = 1
    others: list[str] = dataclasses.field(default_factory=list)


SHARED = Name("shared")
MADE: list[tuple[Callable[[int], Any], Callable[[Any], Any]]] = [
    (lambda x: (x, Name("x")), lambda made: vars(made[1]).update(text="y")),
    (lambda x: [Name("x")], lambda made: vars(made[0]).update(text="y")),
    (lambda x: Name([Name("x"), SHARED]), lambda made: made.text.append(1)),
    (lambda x: Basket(), lambda made: made.others.append("pear")),
    (lambda x: {1, 2}, lambda made: made.add(3)),
    (lambda x: {"k": {"a"}}, lambda made: made["k"].add("b")),
    (lambda x: collections.deque([1]), lambda made: made.append(2)),
    (lambda x: np.array(["a", "b"]), lambda made: made.put(0, "c")),
    (lambda x: bytearray(b"ab"), lambda made: made.append(99)),
]


@pytest.mark.parametrize(("function", "change"), MADE)
def test_each_call_returns_its_own(function: Callable[[int], Any], change: Callable[[Any], Any]) -> None:
    compiled = ng.function(function)
    first, expected = compiled(1), repr(copy.deepcopy(vars_of(compiled(1))))
    change(first)
    for x in (1, 1):
        assert repr(vars_of(compiled(x))) == expected


def vars_of(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return list(map(vars_of, value))
    return {key: vars_of(part) for key, part in vars(value).items()} if hasattr(value, "__dict__") else value


def test_what_was_there_stays_itself() -> None:
    shared, holder = ng.function(lambda x: (SHARED, Name(SHARED)))(1)
    assert shared is SHARED is holder.text


def counter(x: int) -> Any:
    count = 0

    def following() -> int:
        nonlocal count
        count += 1
        return count

    return following


def numbers(x: int) -> Any:
    return (n for n in range(3))


@pytest.mark.parametrize(("function", "remedy"), [(counter, "the function outside"), (numbers, r"`list\(...\)` of it")])
def test_what_has_a_state_that_cannot_be_copied_is_refused(function: Callable[[int], Any], remedy: str) -> None:
    with pytest.raises(ng.NbgraphError, match="made once, with the graph") as caught:
        ng.function(function)(1)
    caught.match(remedy)


def test_a_function_without_a_state_is_returned() -> None:
    def power(x: int) -> Any:
        def to_the(n: int, base: int = 2) -> int:
            return 1 if n == 0 else base * to_the(n - 1)

        return to_the

    assert ng.function(power)(1)(5) == 32
