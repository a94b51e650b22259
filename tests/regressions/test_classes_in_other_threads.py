"""While one thread makes a graph, all other threads run the methods of the user's classes as they are written."""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import nbgraph as ng

watched = threading.local()  # whose methods are noted: those of the thread that looks


@ng.do_not_convert
def note() -> None:
    if (codes := getattr(watched, "codes", None)) is not None:
        codes.append(sys._getframe(1).f_code)


class Box:
    def __init__(self, size: Any) -> None:
        self.held = size

    def __len__(self) -> int:
        note()
        return 3

    def __eq__(self, other: object) -> Any:
        note()
        return self.held == other.held if isinstance(other, Box) else NotImplemented

    @property
    def size(self) -> Any:
        note()
        return self.held if self.held > 0 else 0


@dataclass(order=True)
class Version:
    major: int
    minor: int


CODES = [Box.__len__.__code__, Box.__eq__.__code__, Box.size.fget.__code__]  # type: ignore[attr-defined]
WRITTEN = [vars(Version)[name].__code__ for name in ("__eq__", "__lt__")]


def while_a_graph_is_made(look: Callable[[], Any]) -> tuple[Any, list[types.CodeType]]:
    """What `look` returns, and the methods that it ran, while another thread makes a graph with both classes."""
    inside, go_on = threading.Event(), threading.Event()

    @ng.do_not_convert
    def pause() -> None:
        inside.set()
        go_on.wait(60)

    def program(x: Any) -> Any:
        box = Box(x)
        big = Version(x, 1) > Version(1, 0)
        pause()
        return box.size + len(box) + (1 if big else 0)

    results: list[Any] = []
    seen: list[types.CodeType]
    made = threading.Thread(target=lambda: results.append(int(ng.function(program)(5))))
    made.start()
    try:
        assert inside.wait(60)
        watched.codes = seen = []
        found = look()
    finally:
        watched.codes = None
        go_on.set()
        made.join(60)
    assert results == [9]
    return found, seen


def test_methods_are_the_users_own_in_another_thread() -> None:
    found, seen = while_a_graph_is_made(lambda: (len(Box(1)), Box(1) == Box(1), Box(1) != Box(2), Box(-1).size))
    assert found == (3, True, True, 0)
    assert seen == [CODES[0], CODES[1], CODES[1], CODES[2]]


def test_comparisons_that_dataclass_writes_are_its_own_in_another_thread() -> None:
    def look() -> list[types.CodeType]:
        codes: list[types.CodeType] = []
        before = sys.getprofile()
        sys.setprofile(lambda frame, event, _: codes.append(frame.f_code) if event == "call" else None)
        try:
            assert Version(1, 2) == Version(1, 2)
            assert Version(1, 2) < Version(2, 0)
        finally:
            sys.setprofile(before)
        return codes

    codes, _ = while_a_graph_is_made(look)
    assert [code for code in codes if code in WRITTEN] == WRITTEN


@pytest.mark.parametrize("graphs", [1, 2])
def test_the_classes_are_as_they_were_afterwards(graphs: int) -> None:
    before = dict(vars(Box)), dict(vars(Version))
    for _ in range(graphs):
        while_a_graph_is_made(lambda: len(Box(1)))
    assert (dict(vars(Box)), dict(vars(Version))) == before


def test_a_thread_that_makes_another_graph_has_the_converted_ones() -> None:
    def equal(x: Any) -> Any:
        return 1 if Version(x, 0) == Version(2, 0) else 0

    found, _ = while_a_graph_is_made(lambda: (int(ng.function(equal)(2)), int(ng.function(equal)(3))))
    assert found == (1, 0)
