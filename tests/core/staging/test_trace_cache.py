"""A helper is traced once for each signature, and every call of it is what it would be by itself."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core import _jax
from nbgraph.core.errors import NbgraphError
from nbgraph.core.staging.frames import trace_cache
from nbgraph.core.staging.frames.tracing import MOST_NESTED
from tests.core.staging import helpers
from tests.programs import oracle

X, V = 1.5, jnp.array([3.0, -1.0, 2.0, 0.5])


def chain(length: int) -> Any:
    """The last of some helpers, each of which calls the one before it in both branches."""
    lines = ["def h0(x):", "    return x * 2.0 + 1.0"]
    for each in range(1, length + 1):
        lines += [f"def h{each}(x):", f"    if x > {each}:", f"        y = h{each - 1}(x + 1.0) * 0.5"]
        lines += ["    else:", f"        y = h{each - 1}(x - 1.0) - 3.0", "    return y"]
    return helpers.define("\n".join(lines) + "\n", f"<chain of {length}>")[f"h{length}"]


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One entry for each block that is traced."""
    made: list[None] = []
    traced_program = trace_cache.trace_block.__globals__["_jax"].traced_program

    def counted(*arguments: Any) -> Any:
        made.append(None)
        return traced_program(*arguments)

    monkeypatch.setattr("nbgraph.core._jax.traced_program", counted)
    return made


def test_tracing_a_chain_of_helpers_takes_time_in_proportion_to_its_length(traces: list[None]) -> None:
    counts = []
    for length in (6, 12, 24):
        traces.clear()
        ng.function(chain(length)).trace(X)
        counts.append(len(traces))
    assert counts[2] - counts[1] == 2 * (counts[1] - counts[0])


@pytest.mark.parametrize("length", [40, 60])
def test_a_chain_as_deep_as_conditions_may_nest(length: int) -> None:
    function = chain(length)
    if length < MOST_NESTED:
        assert ng.function(function).trace(X).jaxpr.eqns
        return
    with pytest.raises(NbgraphError) as caught:
        ng.function(function).trace(X)
    assert caught.value.id == "nested-too-deep"


def test_a_chain_of_helpers_gives_what_python_gives() -> None:
    function = chain(5)
    compiled = ng.function(function)
    for x in (-3.0, 0.0, 1.5, 4.0, 30.0):
        assert float(compiled(x)) == pytest.approx(function(x))


PROGRAMS = helpers.programs()


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, str]:
    """The program and the decisions of a call, or how it is refused."""
    converted = ng.function(types.FunctionType(function.__code__, function.__globals__, function.__name__))
    try:
        traced = converted.trace(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)
    return "\n".join(written(traced.jaxpr.jaxpr)), "\n".join(converted.traces[-1].lines)


def written(jaxpr: Any) -> Iterator[str]:
    """A program with every body in full: JAX writes one that several equations share only once."""
    numbers: dict[Any, int] = {}

    def atom(each: Any) -> str:
        return (
            f"{each.val}:{each.aval}"
            if hasattr(each, "val")
            else f"v{numbers.setdefault(each, len(numbers))}:{each.aval}"
        )

    yield " ".join(map(atom, (*jaxpr.constvars, *jaxpr.invars)))
    for equation in jaxpr.eqns:
        inner = [body for body, _ in _jax.bodies(equation)]
        about = {name: value for name, value in equation.params.items() if isinstance(value, str | int | tuple)}
        about.pop("branches", None)
        yield f"{equation.primitive} {list(map(atom, equation.invars))} {list(map(atom, equation.outvars))} {about}"
        for body in inner:
            yield from written(body)
    yield f"in {list(map(atom, jaxpr.outvars))}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_is_that_without_cache(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, sets = PROGRAMS[name]
    monkeypatch.setattr(trace_cache, "LEAST_CALLED", 10**6)  # all written out
    with_cache = outcome(function, sets[0])
    monkeypatch.setattr(trace_cache, "_may_repeat", lambda _: False)
    assert outcome(function, sets[0]) == with_cache


@pytest.mark.parametrize("name", sorted(PROGRAMS.keys() - {"global_rebound"}))  # which is refused
def test_the_result_is_pythons(name: str) -> None:
    function, sets = PROGRAMS[name]
    compiled = ng.function(function)
    for arguments in sets:
        python, graph = oracle.in_python(function, arguments), oracle.observe(compiled, arguments)
        assert oracle.disagreement(python, graph) == "", arguments


REPEATED = {"branches", "static_argument", "loops", "pair", "in_a_loop", "keywords", "two_types", "global_unchanged"}


@pytest.mark.parametrize("name", sorted(REPEATED))
def test_the_third_call_repeats_the_second(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called = []
    results = trace_cache._results
    monkeypatch.setattr(trace_cache, "_results", lambda helper, given: called.append(helper) or results(helper, given))
    function, sets = PROGRAMS[name]
    ng.function(function).trace(*sets[0])
    assert len(called) > len({id(helper) for helper in called})


def test_gradients_and_batches_go_through() -> None:
    function = chain(4)
    slope = jax.grad(ng.convert(function))
    assert float(slope(X)) == pytest.approx((function(X + 1e-3) - function(X - 1e-3)) / 2e-3, rel=1e-3)
    batch = jax.vmap(ng.convert(function))(V)
    assert [float(each) for each in batch] == pytest.approx([function(float(x)) for x in V])


def test_a_helper_that_is_defined_anew_is_noticed() -> None:
    text = "def half(x):\n    return x / {}\ndef f(x):\n    return half(x) + half(x + 1) + half(x + 2)\n"
    names = helpers.define(text.format("2"), "<one>")
    compiled = ng.function(names["f"])
    assert float(compiled(4.0)) == 7.5
    names["half"] = helpers.define(text.format("4"), "<two>")["half"]
    assert float(compiled(4.0)) == 3.75


def test_an_error_in_a_later_call_names_its_line() -> None:
    text = "def g(x, n):\n    assert x > n\n    return x\n"
    text += "def f(x):\n    a = g(x, 0)\n    b = g(x, 1)\n    return a + b + g(x, 2)\n"
    compiled = ng.function(helpers.define(text, "<late>")["f"])
    with pytest.raises(AssertionError) as caught:
        compiled(1.5)
    lines = []
    trace = caught.value.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<late>":
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    assert lines[-2:] == [7, 2]
