"""Nothing keeps a function alive that its user has dropped, and threads do not get in each other's way."""

from __future__ import annotations

import gc
import itertools
import linecache
import threading
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.staging.frames import conversion

COLLATZ = """
def collatz(a):
    n = 0
    while a != 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        n = n + 1
    return n
"""
_cells = itertools.count()


def defined(namespace: dict[str, Any] | None = None) -> Callable[..., Any]:
    """The function of a cell that is run once more."""
    file = f"<cell of test_lifetime, run {next(_cells)}>"
    linecache.cache[file] = (len(COLLATZ), None, COLLATZ.splitlines(keepends=True), file)
    namespace = {} if namespace is None else namespace
    exec(compile(COLLATZ, file, "exec"), namespace)
    function: Callable[..., Any] = namespace["collatz"]
    return function


@pytest.mark.parametrize("shared", [True, False], ids=["one namespace", "namespaces of their own"])
def test_a_function_that_nobody_has_any_more_is_freed(shared: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "_kept", deque(maxlen=2))
    cell: dict[str, Any] | None = {} if shared else None
    seen = []
    for _ in range(6):
        function = defined(cell)
        ng.to_code(function)
        assert jax.jit(ng.convert(function))(6) == 8
        graph = ng.function(function)
        assert graph(27) == 111
        seen.append(weakref.ref(function))
    del function, graph
    gc.collect()
    assert [ref() is None for ref in seen[:3]] == [True] * 3


def test_what_is_in_use_stays_converted_however_much_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "_kept", deque(maxlen=1))
    converted, graph = ng.convert(defined()), ng.function(defined())
    for _ in range(3):
        ng.to_code(defined())
    gc.collect()
    assert jax.jit(converted)(7) == 16
    assert graph(7) == 16


def test_an_inner_function_outlives_the_function_it_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(k):
        def inner(x):
            if x > k:
                return x - k
            while x < 5:
                x = x + 1
            return x

        return inner

    monkeypatch.setattr(conversion, "_kept", deque(maxlen=1))
    inner = ng.convert(make)(jnp.float32(2.0))
    del make
    ng.to_code(defined())
    gc.collect()
    assert [float(jax.jit(inner)(x)) for x in (3.0, 1.0)] == [1.0, 5.0]


def in_threads(number: int, work: Callable[[int], None]) -> list[BaseException]:
    """What went wrong when so many threads worked at once."""
    failures: list[BaseException] = []
    barrier = threading.Barrier(number)

    def run(index: int) -> None:
        barrier.wait()
        try:
            work(index)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def test_eight_threads_convert_and_call_functions_of_their_own() -> None:
    def work(_: int) -> None:
        for _ in range(2):
            graph, converted = ng.function(defined()), jax.jit(ng.convert(defined()))
            assert [int(graph(a)) for a in (27, 1, 6)] == [111, 0, 8]
            assert [int(converted(a)) for a in (7, 1)] == [16, 0]

    assert in_threads(8, work) == []


def test_eight_threads_call_one_function() -> None:
    function = defined()
    graph, converted = ng.function(function), jax.jit(ng.convert(function))

    def work(index: int) -> None:
        for a, steps in ((27, 111), (1, 0), (6, 8), (7, 16)):
            number = [int, float, jnp.int16, jnp.float32][index % 4](a)
            assert int(graph(number)) == steps
            assert int(converted(number)) == steps
            assert "line 4: while" in graph.explain()

    assert in_threads(8, work) == []
