"""A new trace says which argument or name is another than before, and what it cost."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def climb(x: Any, n: Any) -> Any:
    while n > 0:
        x = x + 1
        n = n - 1
    return x


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ((1, 2), (1.0, 2), "argument `x`: int32[] → float32[]"),
        ((jnp.zeros(3), 2), (jnp.zeros((4, 1)), 2), "argument `x`: float32[3] → float32[4,1]"),
        ((1, 2), (1.0, jnp.int16(2)), "argument `x`: int32[] → float32[]; argument `n`: int32[] → int16[]"),
        ((1, 2), (jnp.int32(1), 2), "argument `x`: int32[] of a Python number → int32[] of an array"),
        (([1, 2.0], 2), ((1, 2.0), 2), "argument `x`: [int32[], float32[]] → (int32[], float32[])"),
    ],
)
def test_arguments_of_other_types(first: Any, second: Any, reason: str) -> None:
    @ng.function
    def both(x: Any, n: Any) -> Any:
        return x, n

    both(*first)
    both(*second)
    both(*first)
    assert [trace.reason for trace in both.traces] == ["", reason]


def test_the_most_similar_trace_is_the_one_to_compare_with() -> None:
    graph = ng.function(climb)
    for arguments in ((1, 2), (np.float32(1), 2), (np.float32(1), np.int8(2))):
        graph(*arguments)
    assert graph.traces[-1].reason == "argument `n`: int32[] → int8[]"


def test_static_values() -> None:
    graph = ng.function(climb, static_argnames="n")
    graph(1, 3)
    graph(1, 4)
    advice = "(pass an array, or do not name it in `static_argnames`, to trace it once)"
    assert graph.traces[-1].reason == f"argument `n`: Python value 3 → 4 {advice}"
    assert graph.explain().splitlines()[:2] == [
        "climb(x: int32[], n: 4 (static))",
        f"  traced again: {graph.traces[-1].reason}",
    ]


def test_words_that_differ() -> None:
    def scale(x: Any, mode: str = "once") -> Any:
        return x * 2 if mode == "double" else x

    graph = ng.function(scale)
    for arguments in ((1, "double"), (1, "once"), (1,)):
        graph(*arguments)
    assert [trace.reason for trace in graph.traces] == [
        "",
        "argument `mode`: 'double' → 'once'",
        "argument `mode`: not given this time",
    ]


def test_what_a_trace_costs() -> None:
    before = time.time()
    graph = ng.function(climb)
    graph(1, 3)
    trace = graph.traces[0]
    assert before <= trace.when <= time.time()
    assert trace.lower_seconds is not None
    assert trace.compile_seconds is not None
    assert min(trace.seconds, trace.lower_seconds, trace.compile_seconds) > 0
    assert trace.seconds + trace.lower_seconds + trace.compile_seconds < time.time() - before


def test_what_is_only_traced_has_not_been_compiled() -> None:
    graph = ng.function(climb)
    graph.trace(1, 3)
    jnp.sin(jnp.arange(7.0)).block_until_ready()
    assert (graph.traces[0].lower_seconds, graph.traces[0].compile_seconds) == (None, None)


def test_a_static_object_is_not_asked_for_its_text() -> None:
    class Strange:
        def __init__(self, scale: float) -> None:
            self.scale = scale

        def __repr__(self) -> str:
            raise RuntimeError("asked")

    def scaled(x: Any, by: Any) -> Any:
        return x * by.scale

    graph = ng.function(scaled, static_argnames="by")
    assert [graph(1.0, Strange(factor)) for factor in (2.0, 3.0)] == [2.0, 3.0]
    assert graph.traces[-1].reason == "argument `by`: another Strange"


def test_traces_are_shown_one_below_the_other() -> None:
    graph = ng.function(climb)
    assert repr(graph.traces) == "no traces"
    graph(1, 2)
    graph(1.5, 2)
    first = climb.__code__.co_firstlineno
    staged = rf"   line {first + 1}: while → while: `n > 0` is traced"
    phases = r"at \d\d:\d\d:\d\d: trace [\d.]+ \w+, lower [\d.]+ \w+, compile [\d.]+ \w+"
    rows = (
        rf"1\. \(x: int32\[\], n: int32\[\]\) {phases}",
        staged,
        rf"2\. \(x: float32\[\], n: int32\[\]\) {phases}",
        r"   because argument `x`: int32\[\] → float32\[\]",
        staged,
    )
    assert re.fullmatch("\n".join(rows), repr(graph.traces)), repr(graph.traces)


def test_functions_as_arguments_are_named() -> None:
    @ng.function
    def applied(f: Any, x: Any) -> Any:
        return f(x)

    twice = lambda x: 2 * x  # noqa: E731
    for f in (math.sin, abs, twice):
        applied(f, 1.0)
    line = twice.__code__.co_firstlineno
    assert [trace.reason for trace in applied.traces][1:] == [
        "argument `f`: `sin` → `abs`",
        f"argument `f`: `abs` → the lambda in test_traces.py, line {line}",
    ]


def test_an_argument_by_name_instead_of_by_position_is_a_reason() -> None:
    @ng.function
    def scaled(x: Any, rate: Any) -> Any:
        return x * rate

    scaled(1.0, 2.0)
    scaled(1.0, rate=2.0)
    assert scaled.traces[-1].reason == "argument `rate`: by name this time"
    scaled(rate=2.0, x=1.0)
    assert scaled.traces[-1].reason.startswith("argument")


def test_explain_says_how_many_rounds_a_loop_may_make() -> None:
    def halved(n: int) -> int:
        k = 0
        while n > 1:
            n, k = n // 2, k + 1
        for _ in range(n):
            k = k + 1
        return k

    def bounded(n: int) -> int:
        while n > 1:
            ng.loop_options(max_iterations=50)
            n = n // 2
        return n

    def explained(function: Callable[..., int], most: int | None) -> list[str]:
        made = ng.function(function, max_iterations=most)
        made(9)
        return [line.split("traced")[1] for line in made.explain().splitlines()[1:]]

    assert explained(halved, 10**8) == ["; at most 100,000,000 iterations (`max_iterations`)", ""]
    assert explained(halved, None) == ["; any number of iterations", ""]
    assert explained(bounded, 10**8) == ["; at most 50 iterations, as the loop says"]
