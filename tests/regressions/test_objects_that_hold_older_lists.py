"""Objects that an iteration makes around a list from before the loop: `s = Stack(given)`.

Habit: a small class around a list that exists already, made anew in each iteration.
"""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


class Stack:
    def __init__(self, items: list[int]) -> None:
        self.items = items


def made_in_each_iteration(n: int, given: list[int]) -> Any:
    for _ in range(n):
        s = Stack(given)
    return s.items


def made_before_and_in_each_iteration(n: int, given: list[int]) -> Any:
    s = Stack(given)
    for _ in range(n):
        s = Stack(given)
    return s.items


def made_around_a_dict(n: int, given: list[int]) -> Any:
    d = {"a": given[0]}
    for _ in range(n):
        s = Stack(d)
    return s.items["a"]


def exchanged_and_changed_behind_the_loop(n: int, given: list[int]) -> Any:
    own = [1, 2, 3]
    for i in range(n):
        s, t = Stack(given), Stack(own)
        if i > 0:
            s, t = t, s
    s.items[0] = 8
    return given, own


def made_around_a_copy(n: int, given: list[int]) -> Any:
    for _ in range(n):
        s = Stack(list(given))
    given[0] = 7
    return s.items, given


def read_in_its_iteration(n: int, given: list[int]) -> Any:
    t = 0
    for i in range(n):
        s = Stack(given)
        for x in s.items:
            t += x * i
    return t


def changed_in_its_iteration(n: int, given: list[int]) -> Any:
    for i in range(n):
        s = Stack(given)
        s.items[0] = i
    return given


REFUSED = [
    made_in_each_iteration,
    made_before_and_in_each_iteration,
    made_around_a_dict,
    exchanged_and_changed_behind_the_loop,
]
CONVERTED = [made_around_a_copy, read_in_its_iteration, changed_in_its_iteration]


@pytest.mark.parametrize("program", REFUSED)
def test_it_is_refused_at_once(program: Any) -> None:
    """Each trace of the body found one more object that the name may stand for, without end."""
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(3, [3, 1, 2])
    assert caught.value.id in ("list-items-differ", "list-alias")
    assert caught.value.span is not None


@pytest.mark.parametrize("program", CONVERTED)
def test_what_is_a_copy_or_stays_in_its_iteration_answers_as_python(program: Any) -> None:
    expected = program(3, [3, 1, 2])
    found = ng.function(program)(3, [3, 1, 2])
    assert str(expected) == str(_plain(found))


def _plain(value: Any) -> Any:
    return type(value)(map(_plain, value)) if isinstance(value, tuple | list) else int(value)
