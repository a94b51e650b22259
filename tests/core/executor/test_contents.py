"""What a trace took for a constant, changed in place afterwards: each change is seen at the next call."""

from __future__ import annotations

import contextvars
import dataclasses
import enum
import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.executor.invalidation.contents import contents_of, is_unchanged

steps = [1, 2]
table: dict[str, Any] = {"a": [1], "f": lambda x: x + 1}
weights = np.array([1, 2])
level = contextvars.ContextVar("level", default=1)


class Config:
    rate = 3

    def __init__(self) -> None:
        self.scale = 2
        self.inner = {"z": 1}

    def scaled(self, x: Any) -> Any:
        return x * self.scale


config = Config()


def shifted(x: Any) -> Any:
    return x + steps[0]


def everything(x: Any) -> Any:
    for step in steps:
        x += step
    x += table["a"][0] + Config.rate + config.scale + config.inner["z"] + weights[0]
    return table["f"](x) + shifted(x)


CHANGES: list[Callable[[], object]] = [
    lambda: steps.append(5),
    lambda: steps.__setitem__(0, -1),
    lambda: table["a"].__setitem__(0, 7),
    lambda: table.__setitem__("f", lambda x: x + 100),
    lambda: setattr(Config, "rate", 9),
    lambda: setattr(config, "scale", 5),
    lambda: config.inner.__setitem__("z", 4),
    lambda: weights.__setitem__(0, 50),
]


def test_a_change_in_place_is_seen_and_nothing_else_traces_anew() -> None:
    graph = ng.function(everything)
    assert graph(1) == everything(1)
    for count, change in enumerate(CHANGES, start=2):
        change()
        assert [graph(1), graph(2)] == [everything(1), everything(2)]
        assert len(graph.traces) == count
    assert graph.traces[-1].reason == "`weights` was changed"


def test_what_a_method_a_partial_and_a_default_hold_is_seen_too() -> None:
    own = Config()
    method = ng.function(own.scaled)
    assert method(3) == 6
    own.scale = 4
    assert method(3) == 12

    held = [3]
    part = ng.function(functools.partial(lambda w, x: x * w[0], held))
    assert part(2) == 6
    held[0] = 4
    assert part(2) == 8

    def times(x: Any, by: list[int] = held) -> Any:
        return x * by[0]

    graph = ng.function(times)
    assert graph(2) == 8
    held[0] = 5
    assert graph(2) == 10


class Kind(enum.Enum):
    SLOW = 1
    FAST = 2

    def factor(self) -> int:
        return 10


def test_what_is_put_into_the_members_of_an_enum_is_seen() -> None:
    Kind.FAST.weight = 3  # type: ignore[attr-defined]
    graph = ng.function(lambda x: x * Kind.FAST.weight)  # type: ignore[attr-defined]
    assert graph(2) == 6
    Kind.FAST.weight = 4  # type: ignore[attr-defined]
    assert [graph(2), graph(2)] == [8, 8]
    assert graph.traces[-1].reason == "`Kind.FAST.weight` was changed: 3 → 4"
    calls = ng.function(lambda x: x * Kind.SLOW.factor())
    assert calls(2) == 20
    Kind.factor = lambda self: 11  # type: ignore[method-assign]
    assert calls(2) == 22
    Kind.SLOW.weight = 1  # type: ignore[attr-defined]
    assert calls(2) == 22
    assert len(graph.traces) == 2


def test_the_value_of_a_context_variable_is_seen() -> None:
    graph = ng.function(lambda x: x + level.get())
    assert graph(1) == 2
    token = level.set(5)
    assert graph(1) == 6
    level.reset(token)
    assert graph(1) == 2


rate = 3


@dataclasses.dataclass
class Made:
    rate: int = dataclasses.field(default_factory=lambda: rate)


def test_what_makes_the_default_of_a_field_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ng.function(lambda x: x * Made().rate)
    assert graph(2) == 6
    monkeypatch.setitem(globals(), "rate", 4)
    assert graph(2) == 8


def test_a_list_that_contains_itself_has_contents() -> None:
    ring: list[Any] = [1]
    ring.append(ring)
    contents = contents_of(ring)
    assert contents is not None
    assert is_unchanged(contents)
    ring[0] = 2
    assert not is_unchanged(contents)


@pytest.mark.parametrize("value", [1, "a", None, len, everything, np])
def test_what_cannot_change_has_no_contents(value: Any) -> None:
    assert contents_of(value) is None


def test_a_function_that_conversion_leaves_as_it_is_converts_again() -> None:
    def make() -> Callable[[Any], Any]:
        held = {"s": 2}
        return lambda x: x * held["s"]

    assert ng.function(make())(3) == 6
    assert ng.function(make())(3) == 6
