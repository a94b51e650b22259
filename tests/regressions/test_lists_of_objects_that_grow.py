"""`points.append(Point(i, i * i))` in a loop of run-time length: objects were refused in such lists.

The list holds the attributes, and what is read from it is a new object: nothing may assign the attributes then, and
nobody may ask which object it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


class Point:
    def __init__(self, x: Any, y: Any) -> None:
        self.x, self.y = x, y

    def norm(self) -> Any:
        return self.x * self.x + self.y * self.y

    def plus(self, other: Any) -> Any:
        return Point(self.x + other.x, self.y + other.y)

    def __lt__(self, other: Any) -> Any:
        return self.y < other.y


@dataclass
class Mark:
    name: str
    place: Any


class Counter:
    def __init__(self, count: Any) -> None:
        self.count = count

    def step(self) -> None:
        self.count += 1


def points(n: Any) -> Any:
    found = []
    for i in range(n):
        found.append(Point(i, 7 * i % 5))
    return found


def read(n: Any) -> Any:
    ps, total = points(n), 0
    for p in ps:
        total += p.norm()
    for i, p in enumerate(ps):
        total += i * p.x
    for k in range(1, n):
        total += ps[k - 1].x * ps[k].y
    return total, len(ps), ps[n - 1].x, ps[-1].y, max(p.norm() for p in ps), sum([p.x for p in ps])


def in_an_order(n: Any) -> Any:
    ps = [Point(i, 7 * i % 5) for i in range(n)]
    best = max(ps, key=lambda p: p.y)
    ps.sort(key=lambda p: p.y)
    return best.x, [p.x for p in ps], [p.x for p in sorted(ps, key=lambda p: (p.y, -p.x))]


def changed(n: Any) -> Any:
    ps = points(n)
    ps[n % 3] = Point(50, 60)
    ps.insert(n % 2, Point(7, 8))
    del ps[n % 3]
    qs = [p for p in ps if p.y > 2] + ps[1 : n - 1]
    qs.reverse()
    return [p.x for p in ps], [q.y for q in qs]


def to_and_fro(n: Any) -> Any:
    queue, stack, total = deque([Point(n, 0)]), [Point(0, 0)], 0
    while queue:
        p = queue.popleft()
        total += p.x * (p.y + 1)
        stack.append(stack[-1].plus(p))
        if p.x > 1:
            queue.append(Point(p.x // 2, p.y + 1))
    while stack and stack[-1].x > 1:
        total += stack.pop().x
    return total, len(stack)


def best_of_them(n: Any) -> Any:
    ps = points(n)
    best = ps[0]
    for p in ps:
        if p.y > best.y:
            best = p
    return best.x


def with_strings_and_objects(n: Any) -> Any:
    marks = []
    for i in range(n):
        marks.append(Mark("even" if i % 2 == 0 else "odd", Point(i, i) if i > 0 else Point(9, 9)))
    places = []
    for mark in marks:
        if mark.name == "odd":
            places.append(mark.place.x)
    return places, marks[1].name, marks[0].place.norm()


@pytest.mark.parametrize("n", [3, 5])
@pytest.mark.parametrize("function", [read, in_an_order, changed, to_and_fro, best_of_them, with_strings_and_objects])
def test_objects_are_held_by_their_attributes(function: Callable[..., Any], n: int) -> None:
    assert ng.function(function)(n) == function(n)


def assigned(n: Any) -> Any:
    cs = []
    for i in range(n):
        cs.append(Counter(i))
    for c in cs:
        c.step()
    return [c.count for c in cs]


def told_apart(n: Any) -> Any:
    ps = points(n)
    return ps[0] is ps[1]


def equal(n: Any) -> Any:
    ps = points(n)
    return ps[0] == ps[1]


def found(n: Any) -> Any:
    p, ps = Point(1, 2), points(n)
    ps.append(p)
    return p in ps


def ordered(n: Any) -> Any:
    return [p.x for p in sorted(points(n))]


@pytest.mark.parametrize("function", [assigned, told_apart, equal, found, ordered])
def test_what_would_show_the_copies_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError):
        ng.function(function)(4)
    assert Point.__eq__ is object.__eq__
