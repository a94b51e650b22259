"""The steps show what a method changes in its object: an object without a `repr` of its own by its attributes.

Its text was its class alone, so that no step said what `self.level = ...` did, and the object was "not recorded".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.recording.calls import recorded


class Tank:
    def __init__(self, level: Any) -> None:
        self.level = level
        self.count = 0

    def fill(self, amount: Any) -> None:
        self.level = self.level + amount
        self.count += 1


class Slotted:
    __slots__ = ("count", "level")
    __init__, fill = Tank.__init__, Tank.fill


@dataclass
class Written:
    """An object that writes its own text has numbers of Python's in it, as Python's has."""

    level: Any
    count: Any = 0
    fill = Tank.fill


class Node:
    def __init__(self, value: Any, parent: Any) -> None:
        self.value, self.parent, self.children = value, parent, []
        if parent is not None:
            parent.children.append(self)


def filled(a: Any) -> Any:
    tank = Tank(0)
    while tank.level < 10:
        tank.fill(a)
    return tank.count


def slotted(a: Any) -> Any:
    tank = Slotted(a)
    tank.fill(a / 3)
    return tank.level


def written(a: Any) -> Any:
    tank = Written(a)
    while tank.level < 10:
        tank.fill(a / 3)
    return tank.level


def of_arrays(a: Any) -> Any:
    tank = Tank(jnp.zeros(3))
    for _ in range(3):
        tank.fill(a)
    return tank.level


def in_a_list(a: Any) -> Any:
    tank = [Tank(1), Tank(a)]
    for each in tank:
        each.fill(a)
    return tank[0].level + tank[1].level


def within_itself(a: Any) -> Any:
    tank = Node(a, None)
    leaf = Node(a * 2, tank)
    leaf.value = leaf.value + 1
    return leaf.value


@pytest.mark.parametrize("function", [filled, slotted, written, of_arrays])
def test_each_step_shows_the_attributes(function: Any) -> None:
    recording = recorded(ng.function(function), "call", (3,), {}, ("a",), agrees=True, seconds=60.0)
    assert recording is not None and recording.difference is None
    graph, python = [], []
    for step in recording.steps:
        graph += [(step.way, text) for name, text in step.values if name in ("tank", "self", "leaf")]
        python += [(step.way, text) for name, text in step.python if name in ("tank", "self", "leaf")]
    assert graph == python and len(python) > 1


@pytest.mark.parametrize("function", [in_a_list, within_itself])
def test_what_another_name_has_changed_is_not_recorded_until_it_is_known(function: Any) -> None:
    recording = recorded(ng.function(function), "call", (3,), {}, ("a",), agrees=True, seconds=60.0)
    assert recording is not None and recording.difference is None
    graph, python = dict[str, str | None](), dict[str, str | None]()
    for step in recording.steps:
        if step.way == 0:
            graph.update(step.values), python.update(step.python)
            assert all(text in (None, python[name]) for name, text in graph.items())
    assert graph == python


def test_a_method_changes_its_object() -> None:
    recording = recorded(ng.function(filled), "call", (4,), {}, ("a",), agrees=True, seconds=60.0)
    assert recording is not None
    shown = [text for step in recording.steps for name, text in step.values if name == "self"][3:6]
    assert shown == ["<Tank: level=0, count=0>", "<Tank: level=4, count=0>", "<Tank: level=4, count=1>"]


def doubled(xs: Any) -> Any:
    found, seen = {}, set()
    for x in xs:
        found[x] = x * 2
        seen.add(x)
    return found, len(seen)


def test_keys_of_numpy_are_the_numbers() -> None:
    """`{np.int32(3): 6}` was a difference from `{3: 6}`."""
    items = np.array([3, 1, 3, 2], dtype=np.int32)
    recording = recorded(ng.function(doubled), "call", (items,), {}, ("xs",), agrees=True, seconds=60.0)
    assert recording is not None and recording.difference is None
    assert [text for step in recording.steps for name, text in step.python if name == "found"][
        -1
    ] == "{3: 6, 1: 2, 2: 4}"
