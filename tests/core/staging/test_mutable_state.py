"""The heap by observation: what a block changes is seen, named as the user would, and put back."""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nbgraph.core.staging.state.location import MISSING, Named
from nbgraph.core.staging.state.mutable_state import Snapshot

counter = 1


class Box:
    """An object with attributes."""

    shared = 1

    def __init__(self) -> None:
        self.value = 1


class Slotted:
    """An object with slots, one of them empty."""

    __slots__ = ("empty", "value")

    def __init__(self) -> None:
        self.value = 1


def changed(snapshot: Snapshot) -> dict[str, Any]:
    """What has changed, by the user's names."""
    return {location.name: value for location, value in snapshot.changed()}


CONTAINERS: dict[str, tuple[Any, Callable[[Any], object], dict[str, Any]]] = {
    "list item": ([1, 2], lambda v: v.__setitem__(0, 5), {"v": [5, 2]}),
    "list append": ([1], lambda v: v.append(2), {"v": [1, 2]}),
    "inner list": ([[1], 2], lambda v: v[0].append(3), {"v[0]": [1, 3]}),
    "list in tuple": (([1],), lambda v: v[0].clear(), {"v[0]": []}),
    "dict value": ({"a": 1}, lambda v: v.update(a=2), {"v['a']": 2}),
    "dict new key": ({"a": 1}, lambda v: v.update(b=2), {"v['b']": 2}),
    "dict lost key": ({"a": 1}, lambda v: v.pop("a"), {"v['a']": MISSING}),
    "list in dict": ({"a": [1]}, lambda v: v["a"].append(2), {"v['a']": [1, 2]}),
    "set": ({1, 2}, lambda v: v.add(3), {"v": frozenset({1, 2, 3})}),
    "deque": (deque([1, 2]), lambda v: v.rotate(), {"v": [2, 1]}),
    "bytearray": (bytearray(b"ab"), lambda v: v.extend(b"c"), {"v": b"abc"}),
    "attribute": (Box(), lambda v: setattr(v, "value", 2), {"v.value": 2}),
    "new attribute": (Box(), lambda v: setattr(v, "other", 2), {"v.other": 2}),
    "slot": (Slotted(), lambda v: setattr(v, "value", 2), {"v.value": 2}),
    "empty slot": (Slotted(), lambda v: setattr(v, "empty", 2), {"v.empty": 2}),
    "namespace": (types.SimpleNamespace(a=1), lambda v: setattr(v, "a", 2), {"v.a": 2}),
    "class attribute": (Box, lambda v: setattr(v, "shared", 2), {"Box.shared": 2}),
}


@pytest.mark.parametrize(("value", "change", "seen"), CONTAINERS.values(), ids=CONTAINERS.keys())
def test_changes_are_seen_and_put_back(value: Any, change: Callable[[Any], object], seen: dict[str, Any]) -> None:
    snapshot = Snapshot.of(Named({"v": value}))
    assert changed(snapshot) == {}
    change(value)
    assert changed(snapshot) == seen
    snapshot.restore()
    assert changed(snapshot) == {}


def test_array_is_put_back_in_place() -> None:
    array = np.array([1.0, np.nan])
    snapshot = Snapshot.of(Named({"v": array}))
    assert changed(snapshot) == {}
    array[0] = 5
    (found,) = changed(snapshot).values()
    np.testing.assert_array_equal(found, [5.0, np.nan])
    snapshot.restore()
    np.testing.assert_array_equal(array, [1.0, np.nan])


def test_cell_and_what_it_holds() -> None:
    count, seen = 0, [1]

    def bump() -> None:
        nonlocal count
        count += 1
        seen.append(2)

    snapshot = Snapshot.of(bump)
    bump()
    assert changed(snapshot) == {"count": 1, "seen": [1, 2]}
    snapshot.restore()
    assert (count, seen) == (0, [1])


def test_empty_cell_is_emptied_again() -> None:
    later = 0

    def fill() -> None:
        nonlocal later
        later = 1

    del later
    snapshot = Snapshot.of(fill)
    fill()
    assert changed(snapshot) == {"later": 1}
    snapshot.restore()
    assert fill.__closure__ is not None
    with pytest.raises(ValueError, match="empty"):
        _ = fill.__closure__[0].cell_contents


def count_up() -> None:
    global counter
    counter += 1


def test_global_name() -> None:
    snapshot = Snapshot.of(count_up)
    count_up()
    assert changed(snapshot) == {"counter": 2}
    snapshot.restore()
    assert counter == 1


def test_default_arguments() -> None:
    def remember(x: int, seen: list[int] = [0], *, log: list[int] = [0]) -> None:  # noqa: B006  that is the point
        seen.append(x)
        log.append(x)

    snapshot = Snapshot.of(remember)
    remember(1)
    assert sorted(changed(snapshot).values()) == [[0, 1], [0, 1]]
    snapshot.restore()
    assert remember.__defaults__ == ([0],)
    assert remember.__kwdefaults__ == {"log": [0]}


def test_same_contents_are_no_change() -> None:
    value = [1, 2]
    snapshot = Snapshot.of(Named({"v": value}))
    value.reverse()
    value.reverse()
    assert changed(snapshot) == {}


def test_a_shared_object_is_seen_once() -> None:
    inner = [1]
    snapshot = Snapshot.of(Named({"a": inner, "b": [inner]}))
    inner.append(2)
    assert changed(snapshot) == {"a": [1, 2]}
    assert snapshot.holds(inner)
    assert not snapshot.holds([1, 2])


def test_iterators_cannot_be_put_back() -> None:
    items = iter([1, 2])
    snapshot = Snapshot.of(Named({"it": items}))
    assert snapshot.advanced() is None
    next(items)
    assert snapshot.advanced() == (items, "it")
