"""Sums that are floats from the first trace of a nest on, against what the traces of all loops find out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.staging.control_flow import fixpoint
from nbgraph.core.staging.control_flow.promised import with_promised_floats

WEIGHT = 2


def one_loop(n: Any, s: Any) -> Any:
    for i in range(n):
        s = s + 0.5 * i
    return s


def three_loops(n: Any, s: Any) -> Any:
    for i in range(n):
        for j in range(i):
            for k in range(n):
                s += (i + j) * 0.25 * k - 1
    return s


def two_sums(n: Any, s: Any) -> Any:
    t = 0
    for i in range(n):
        for j in range(n):
            s = s - i * 1.5
            t = t + j * 0.5 * s
    return s, t


def of_ints_at_last(n: Any, s: Any) -> Any:
    for i in range(n):
        for j in range(n):
            s = s + 2 * (i + j)
    return s


def of_a_global_name(n: Any, s: Any) -> Any:
    for i in range(n):
        s = s + 0.5 * i * WEIGHT
    return s


def of_another_name(n: Any, s: Any) -> Any:
    c = 0
    for i in range(n):
        for j in range(n):
            s = s + 0.5 * j
        c = c + i
    return s, c


def under_a_test(n: Any, s: Any) -> Any:
    for i in range(n):
        if i > 1:
            s = s + 0.5 * i
    return s


def divided(n: Any, s: Any) -> Any:
    for i in range(n):
        s = s // 2 + 0.5 * i
    return s


PROMISED = (one_loop, three_loops, two_sums)
PROGRAMS = (*PROMISED, of_ints_at_last, of_a_global_name, of_another_name, under_a_test, divided)
STARTS = ((3, 1), (jnp.int32(3), jnp.int32(1)), (3, 1.0), (3, True), (3, jnp.float16(1)))


def graphs(program: Callable[..., Any]) -> list[str]:
    return [str(jax.make_jaxpr(ng.convert(program))(*start)) for start in STARTS]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_graph_is_the_one_after_two_traces(program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    found = graphs(program)
    monkeypatch.setattr(fixpoint, "with_promised_floats", lambda *_: None)
    assert found == graphs(program)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_values_are_those_of_python(program: Callable[..., Any]) -> None:
    graph = ng.function(program)
    assert [graph(n, 1) for n in (0, 1, 4)] == [pytest.approx(program(n, 1)) for n in (0, 1, 4)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_which_sums_are_promised(program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    found = []

    def look(*about: Any) -> Any:
        found.append(with_promised_floats(*about))
        return found[-1]

    monkeypatch.setattr(fixpoint, "with_promised_floats", look)
    jax.make_jaxpr(ng.convert(program))(3, 1)
    assert [each is not None for each in found] == [program in PROMISED]


def explained(program: Callable[..., Any]) -> str:
    graph = ng.function(program)
    graph.trace(3, 1)
    return str(graph.explain())


@pytest.mark.parametrize("program", PROMISED, ids=lambda program: program.__name__)
def test_what_is_reported_is_the_same(program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    found = explained(program)
    monkeypatch.setattr(fixpoint, "with_promised_floats", lambda *_: None)
    assert found == explained(program)
    assert found.count("`s` int32 → float32") == 1
