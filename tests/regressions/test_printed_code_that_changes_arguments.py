"""Printed code changed an argument, and read it afterwards: it gave what the argument held then.

And it made an object by a constructor that does more than to assign, or lost attributes that no constructor takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import nbgraph as ng


@dataclass
class Point:
    x: float
    y: float


@dataclass
class Counted:
    x: float
    made: int = 0

    def __post_init__(self) -> None:
        self.made = self.made + 1


@dataclass
class Own:
    x: float

    def __init__(self, x: float) -> None:
        self.x = 2 * x


@dataclass(init=False)
class Bare:
    x: float


class Car:
    def __init__(self, kind: float) -> None:
        self.kind = kind


class Slotted:
    __slots__ = ("content",)

    def __init__(self, content: float) -> None:
        self.content = content


def swapped(p):
    p.x, p.y = p.y, p.x
    return p


def as_it_was(p):
    was = p.x
    p.x = 0.0
    return was


def made_of_what_was(p):
    value = p.x * 2 + p.y
    p.y = value
    p.x = 0.0
    return value + 1, p


def first_of(xs):
    first = xs[0]
    xs[0] = 5
    return first


def items_swapped(xs, ys):
    xs[0], ys[0] = ys[0], xs[0]
    return xs[0]


def sorted_in_place(xs):
    for i in range(len(xs)):
        for j in range(len(xs) - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


def filled(grid, n):
    for k in range(n):
        grid[k % 3][k % 2] = k
    return n


def beside_its_copy(xs, n):
    old = xs[:]
    for k in range(n):
        xs[k] = old[k + 1] + old[0]
    return old, xs[0]


def longer_than_its_room(xs, n):
    found = []
    for k in range(n):
        xs[k % 20] = k
        found.append(k)
    return found


def moved_on(d):
    before = d["k"]
    d["k"] = before + d["j"]
    d["j"] = before
    return before


def counted(n):
    return Counted(n)


def own(n):
    return Own(n)


def bare(n):
    made = Bare()
    made.x = n
    return made


def car(n):
    return Car(n)


def slotted(n):
    return Slotted(n)


def with_more(n):
    point = Point(n, 1.0)
    point.z = n
    return point


CALLS: list[tuple[Callable[..., Any], Callable[[], tuple[Any, ...]]]] = [
    *((each, lambda: (Point(1.0, 2.0),)) for each in (swapped, as_it_was, made_of_what_was)),
    (first_of, lambda: ([1, 2, 3],)),
    (items_swapped, lambda: ([1, 2], [3, 4])),
    # the name of a long list was that of an array, whose items cannot be set
    (sorted_in_place, lambda: ([*range(20, 0, -1)],)),
    (filled, lambda: ([[0, 1, 2], [3, 4, 5], [6, 7, 8]], 5)),
    (beside_its_copy, lambda: ([*range(20)], 4)),
    (longer_than_its_room, lambda: ([*range(20)], 1_100)),
    (moved_on, lambda: ({"k": 1, "j": 2},)),
    *((each, lambda: (3.0,)) for each in (counted, own, bare, car, slotted, with_more)),
]


def told(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return list(map(told, value))
    if isinstance(value, dict):
        return {key: told(part) for key, part in value.items()}
    if type(value).__name__ == "Slotted":
        return told(value.content)
    return told(vars(value)) if type(value).__module__ in (__name__, "pasted") else float(value)


@pytest.mark.parametrize(("function", "given"), CALLS, ids=lambda each: getattr(each, "__name__", ""))
def test_it_gives_and_changes_what_python_does(function: Any, given: Any) -> None:
    names: dict[str, Any] = {"__name__": "pasted"}
    exec(compile(ng.to_code(function, *given()), "pasted", "exec", dont_inherit=True), names)
    ours, pythons = given(), given()
    assert told(names[function.__name__](*ours)) == told(function(*pythons))
    assert told(ours) == told(pythons)
