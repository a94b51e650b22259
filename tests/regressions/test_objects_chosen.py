"""A choice between two objects from before a branch: it was refused, however they were used behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


class State:
    def __init__(self, parameters: Any, step: Any) -> None:
        self.parameters, self.step = parameters, step


def best(n: Any) -> Any:
    kept, state, least = State({"w": 9.0}, 0), State({"w": 3.0}, 0), 1e9
    for i in range(n):
        state = State({"w": state.parameters["w"] - 2.0}, i)
        if state.parameters["w"] ** 2 < least:
            kept, least = state, state.parameters["w"] ** 2
    return kept.parameters["w"], kept.step, least


def one_of_two(n: Any) -> Any:
    old, new = State([1.0], 1), State([2.0], 2)
    state = new if n > 2 else old
    return state.parameters[0] + state.step


@pytest.mark.parametrize("n", [0, 1, 4])
@pytest.mark.parametrize("function", [best, one_of_two], ids=lambda each: each.__name__)
def test_the_chosen_one_has_its_attributes(function: Callable[..., Any], n: int) -> None:
    assert ng.function(function)(n) == pytest.approx(function(n))


def changed_later(n: Any) -> Any:
    old, new = State(1.0, 1), State(2.0, 2)
    state = new if n > 2 else old
    state.step = 7
    return old.step


def part_changed_later(n: Any) -> Any:
    old, new = State({"w": 1.0}, 1), State({"w": 2.0}, 2)
    state = new if n > 2 else old
    old.parameters["w"] = 7.0
    return state.parameters["w"]


def told_apart(n: Any) -> Any:
    old, new = State(1.0, 1), State(2.0, 2)
    state = new if n > 2 else old
    return state is old


def compared(n: Any) -> Any:
    old, new = State(1.0, 1), State(2.0, 2)
    state = new if n > 2 else old
    return state == old


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("function", [changed_later, told_apart, compared])
def test_the_chosen_one_is_the_object_itself(function: Callable[..., Any], n: int) -> None:
    assert ng.function(function)(n) == function(n)


def test_what_would_show_the_copy_is_refused() -> None:
    with pytest.raises(NbgraphError):
        ng.function(part_changed_later)(3)
    assert State.__eq__ is object.__eq__
