"""What Python looks up anew at each call: builtins, numbers of a library's module, a function's own defaults."""

from __future__ import annotations

import builtins
import math
from typing import Any

import pytest

import nbgraph as ng


def circle(r: Any) -> Any:
    return math.pi * r * r


def size(x: Any) -> Any:
    return abs(x)


def scaled(x: Any, by: Any = 2) -> Any:
    return x * by


def scaled_by_name(x: Any, *, by: Any = 2) -> Any:
    return x * by


def test_a_number_of_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ng.function(circle)
    assert [float(graph(2.0)) for _ in range(2)] == pytest.approx([4 * math.pi] * 2)
    monkeypatch.setattr(math, "pi", 3.0)
    assert graph(2.0) == 12.0
    monkeypatch.undo()
    assert graph(2.0) == pytest.approx(4 * math.pi)


def test_a_builtin(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ng.function(size)
    assert [graph(-3), graph(-3)] == [3, 3]
    monkeypatch.setattr(builtins, "abs", lambda x: x * 0 + 7)
    assert graph(-3) == 7
    monkeypatch.undo()
    assert graph(-3) == 3
    assert graph.traces[-1].reason.startswith("`abs`")


def test_the_defaults_of_a_function_that_mentions_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ng.function(scaled)
    assert [graph(5), graph(5)] == [10, 10]
    monkeypatch.setattr(scaled, "__defaults__", (3,))
    assert graph(5) == 15

    by_name = ng.function(scaled_by_name)
    assert [by_name(5), by_name(5)] == [10, 10]
    monkeypatch.setattr(scaled_by_name, "__kwdefaults__", {"by": 4})
    assert by_name(5) == 20
