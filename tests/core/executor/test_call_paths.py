"""A call goes to its program without Python in between where it can, and never to an old one."""

from __future__ import annotations

import gc
import linecache
import sys
import threading
import types
import weakref
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.executor import function


def cell(text: str) -> dict[str, Any]:
    """A module's names, after its text has run."""
    module = types.ModuleType("cell")
    name = f"<cell {id(module)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), vars(module))
    return vars(module)


def python_calls(call: Callable[[], Any]) -> list[str]:
    """The names of the Python functions that a call runs."""
    seen: list[str] = []

    def note(frame: types.FrameType, event: str, _: Any) -> None:
        if event == "call":
            seen.append(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return seen[1:]  # without the call itself


def plain(x: Any) -> Any:
    return x * x if x > 1 else x


def sized(x: Any) -> Any:
    return x + abs(x)


def halved(x: Any) -> Any:
    n = 0
    while x > 1:
        x = x // 2
        n = n + 1
    return n


def halved_size(x: Any) -> Any:
    n = 0
    while abs(x) > 1:
        x = x // 2
        n = n + 1
    return n


def collected(n: Any) -> Any:
    found = []
    while n > 0:
        found.append(n)
        n = n - 1
    return found


@pytest.mark.parametrize(
    ("made", "argument", "calls"),
    [
        (plain, 3.0, []),
        (sized, 3.0, ["__call__", "are_fresh"]),
        (halved, 9, ["_end"]),
        (halved_size, 9, ["call"]),
    ],
)
def test_what_python_runs_in_a_call(made: Callable[..., Any], argument: Any, calls: list[str]) -> None:
    graph = ng.function(made)
    graph(argument)
    graph(argument)
    assert python_calls(lambda: graph(argument)) == calls
    assert len(graph.traces) == 1


@pytest.mark.parametrize("argument", [[1.5] * 20, [[1, 2, 3]] + [[4, 5, 6] for _ in range(6)], {"b": 1, "a": [2, "x"]}])
def test_jax_knows_the_program_for_lists_and_strings(argument: Any) -> None:
    graph = ng.function(lambda given: len(given))
    graph(argument)
    graph(argument)
    assert "answer" not in python_calls(lambda: graph(argument))


def test_each_way_gives_what_python_gives() -> None:
    for made, arguments in ((plain, (3.0, 0.5, 2)), (sized, (-3.0, 4)), (halved, (9, 1024)), (collected, (3, 0, 2000))):
        graph = ng.function(made)
        for argument in (*arguments, *arguments):
            assert graph(argument) == made(argument), (made, argument)
    assert ng.function(sized)(x=-3) == 0


def test_another_trace_around_takes_no_program_of_an_ordinary_call() -> None:
    square, loop = ng.function(plain), ng.function(halved)
    assert (square(3.0), loop(9)) == (9.0, 3)
    assert jax.jit(lambda x: square(3.0) + loop(9) + x)(1.0) == 13.0
    assert jax.vmap(lambda x: square(x) + loop(9))(jnp.arange(3.0)).tolist() == [3.0, 4.0, 7.0]
    assert jax.grad(square)(3.0) == 6.0
    assert (square(3.0), loop(9)) == (9.0, 3)


def test_a_builtin_that_a_global_hides_later() -> None:
    names = cell("def f(x):\n    if abs(x) > 1:\n        return abs(x)\n    return x\n")
    graph = ng.function(names["f"])
    assert [graph(-3.0), graph(-3.0)] == [3.0, 3.0]
    names["abs"] = lambda x: x * 0 + 7.0
    assert [graph(-3.0), graph(-3.0)] == [7.0, 7.0]
    del names["abs"]
    assert graph(-3.0) == 3.0
    assert graph.traces[-1].reason == "`abs` was deleted"


def test_a_name_that_is_defined_deleted_and_defined() -> None:
    names = cell("def f(x):\n    return x + n\n")
    graph = ng.function(names["f"])
    for _ in range(2):
        with pytest.raises(NameError):
            graph(1)
    for value in (2, 3.5):
        names["n"] = value
        assert [graph(1), graph(1)] == [1 + value, 1 + value]
    del names["n"]
    with pytest.raises(NameError):
        graph(1)


def test_an_equal_object_is_no_reason_to_trace_anew() -> None:
    names = cell("n = 1000\ndef f(x):\n    return x + n\n")
    graph = ng.function(names["f"])
    graph(1)
    graph(1)
    names["n"] = int("1000")
    graph(1)
    assert python_calls(lambda: graph(1)) == ["__call__", "are_fresh"]
    assert len(graph.traces) == 1


def test_a_closure_cell() -> None:
    scale = 2

    def scaled(x: Any) -> Any:
        return x * scale

    graph = ng.function(scaled)
    assert graph(3) == graph(3) == 6
    scale = 5
    assert graph(3) == 15


def test_a_trace_that_needs_more_care_than_those_before() -> None:
    @ng.function
    def either(x: Any) -> Any:
        if x.ndim:
            assert x.sum() > 0, "nothing"
            return x.sum()
        return x * 2

    one, many = jnp.float32(3), jnp.ones(3)
    assert [either(one), either(one), either(many), either(one), either(many)] == [6, 6, 3, 6, 3]
    with pytest.raises(AssertionError, match="nothing"):
        either(-many)


def test_arguments_that_no_program_knows_after_those_that_one_does() -> None:
    @ng.function
    def scaled(x: Any, how: Any = 1) -> Any:
        return x * 2 if how == "twice" else x

    assert [scaled(3), scaled(3, "twice"), scaled(3, "once"), scaled(3)] == [3, 6, 3, 3]
    with pytest.raises(ng.NbgraphError, match="does not fit"):
        scaled(2**70)


def test_without_jit() -> None:
    graph, loop = ng.function(plain), ng.function(halved)
    assert (graph(3.0), loop(9)) == (9.0, 3)
    with jax.disable_jit():
        assert (graph(3.0), loop(9)) == (9.0, 3)


def test_nothing_keeps_a_function_that_nobody_has() -> None:
    graphs = [ng.function(made) for made in (plain, sized, halved)]
    for graph in graphs:
        graph(9)
        graph(9)
    left = [weakref.ref(graph) for graph in graphs]
    del graph, graphs
    gc.collect()
    assert [reference() for reference in left] == [None, None, None]


def test_the_kind_of_a_function_is_one() -> None:
    graph = ng.function(sized)
    graph(1)
    assert isinstance(graph, function.GraphFunction)
    assert repr(graph) == "<ng.function sized(x: 'Any') -> 'Any', 1 traces>"


def test_another_thread_gets_no_old_program_while_it_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    names = cell("n = 1\ndef f(x):\n    return x + n\n")
    graph = ng.function(names["f"])
    assert graph(1) == graph(1) == 2
    found: list[Any] = []
    others: list[threading.Thread] = []
    make = function.Programs

    def making(*arguments: Any) -> Any:
        if not others:
            others.append(threading.Thread(target=lambda: found.append(graph(1))))
            others[0].start()
            others[0].join(0.2)  # it may not be through before there are new programs
        return make(*arguments)

    monkeypatch.setattr(function, "Programs", making)
    names["n"] = 10
    assert graph(1) == 11
    others[0].join()
    assert found == [11]
