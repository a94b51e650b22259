"""A long helper is a call: one equation with its name; one that both branches call is called once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core import _jax
from tests.core.staging import helpers
from tests.programs import oracle

LONG = "    " + "; ".join(f"y = y * {1 + k / 10000} - 0.0{k}" for k in range(1, 60)) + "\n"
TEXT = f"""
import jax.numpy as jnp

def long(x):
    y = x
{LONG}
    return y

def longer(x, by=1.0):
    if x > by: y = long(x) + by
    else: y = jnp.sin(long(x - by))
    return y, by

def straight(x): return long(x) + long(x + 1)
def one_side(x):
    if x > 0: return long(x)
    return x
def both_sides(x):
    if x > 0: y = long(x + 1) * 2
    else: y = long(x - 1) - 3
    return y
def rests_that_cost(x):
    if x > 0: y = jnp.exp(long(x + 1))
    else: y = jnp.sin(long(x - 1)) / 3
    return y
def twice_on_both_sides(x):
    if x > 0: y = long(long(x) / 1e3)
    else: y = long(long(x - 1) - 3)
    return y
def another_order(x):
    if x > 0: y = long(x) - longer(x)[0]
    else: y = longer(x)[0] - long(x)
    return y
def same_argument(x):
    if x > 0: y = long(x) * 2
    else: y = long(x) * 3
    return y
def constants(x):
    if x > 0: y = long(x * 0 + 1.0)
    else: y = long(x * 0 + 2.0)
    return y
def behind_what_costs(x):
    if x > 0: y = long(jnp.exp(-x))
    else: y = long(jnp.exp(x))
    return y
def pairs(x):
    if x > 0: y, by = longer(x, 2.0)
    else: y, by = longer(-x, 2.0)
    return y + by
def in_a_loop(x):
    for _ in range(20):
        if x > 1: x = long(x) / 100
        else: x = long(x + 1) / 50
    return x
def in_a_while(x):
    n = 0
    while n < 5:
        if x > 1: x = long(x) / 100
        else: x = long(x + 1) / 50
        n = n + 1
    return x, n
def prints(x):
    if x > 0:
        y = long(x)
        print("up", y > 0)
    else:
        y = long(-x)
        print("down", y > 0)
    return y
def raises(x):
    if x > 0: y = long(x)
    else:
        y = long(-x)
        if y > 10: raise ValueError("large")
    return y
def three_ways(x):
    if x > 1: y = long(x)
    elif x > 0: y = long(x * 2)
    else: y = long(x * 3)
    return y
def on_arrays(v):
    if v[0] > 0: w = long(v + 1)
    else: w = long(v - 1)
    return w
def static(x, name="a"): return long(x) if name == "a" else x
"""
NAMES = helpers.define(TEXT, "<long helpers>")
FIRST = TEXT.split("def straight(x)")[0].count("\n")
PROGRAMS = {n: f for n, f in NAMES.items() if type(f) is type(helpers.define) and f.__code__.co_firstlineno > FIRST}
ARGUMENTS = {"on_arrays": ((jnp.array([1.0, 2.0]),), (jnp.array([-1.0, 0.5]),))}


def calls_in(jaxpr: Any) -> Iterator[str]:
    """The names of the helpers that a program calls, each call where it is written."""
    for equation in jaxpr.eqns:
        for body, _ in _jax.bodies(equation):
            if equation.primitive.name == "jit" and not _jax.library_made(body):
                yield equation.params["name"]
            yield from calls_in(body)


def program(name: str) -> Any:
    return ng.function(NAMES[name]).trace(*ARGUMENTS.get(name, ((0.5,),))[0]).jaxpr.jaxpr


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_result_is_pythons(name: str) -> None:
    compiled = ng.function(NAMES[name])
    for arguments in ARGUMENTS.get(name, ((0.5,), (-0.25,), (1.75,), (-3.0,))):
        python, graph = oracle.in_python(NAMES[name], arguments), oracle.observe(compiled, arguments)
        assert oracle.disagreement(python, graph) == "", arguments


def test_a_long_helper_is_one_equation_with_its_name() -> None:
    assert list(calls_in(program("straight"))) == ["long", "long"]
    first, second = (each for each in program("straight").eqns if each.primitive.name == "jit")
    assert first.params["jaxpr"] is second.params["jaxpr"]


@pytest.mark.parametrize(
    ("name", "count"),
    [("both_sides", 1), ("rests_that_cost", 1), ("twice_on_both_sides", 2), ("same_argument", 1), ("three_ways", 1)],
)
def test_a_call_that_both_sides_make_is_made_once(name: str, count: int) -> None:
    assert list(calls_in(program(name))) == ["long"] * count


def test_what_costs_before_a_call_stays_in_its_branch() -> None:
    made = program("behind_what_costs")
    assert [each.primitive.name for each in made.eqns].count("exp") == 0
    assert list(calls_in(made)) == ["long"]


def test_short_helpers() -> None:
    text = "def five(x): return x * x + x * 2 - x / 3\ndef one(x): return x + 1\n"
    text += "def f(x): return five(x) + one(x)\n"
    text += "def g(x): return five(x + 1) if x > 0 else five(x - 1)\n"
    names = helpers.define(text, "<short helpers>")
    assert list(calls_in(ng.function(names["f"]).trace(0.5).jaxpr.jaxpr)) == ["five"]
    assert list(calls_in(ng.function(names["g"]).trace(0.5).jaxpr.jaxpr)) == ["five", "five"]


def test_the_reason_names_the_call() -> None:
    compiled = ng.function(NAMES["both_sides"])
    compiled.trace(0.5)
    assert "`x > 0` is traced; both sides call `long`" in compiled.explain()


@pytest.mark.parametrize("name", ["both_sides", "rests_that_cost", "pairs", "in_a_loop"])
def test_gradients_and_batches_go_through(name: str) -> None:
    function = ng.convert(NAMES[name])
    xs = jnp.array([0.5, -0.25, 1.75])
    assert jnp.allclose(jax.vmap(function)(xs), jnp.array([NAMES[name](float(x)) for x in xs]), rtol=1e-4)
    by_hand = [(NAMES[name](float(x) + 1e-3) - NAMES[name](float(x) - 1e-3)) / 2e-3 for x in xs]
    assert jnp.allclose(jax.vmap(jax.grad(function))(xs), jnp.array(by_hand), rtol=1e-2)


def test_the_graph_has_a_region_with_the_helpers_name() -> None:
    regions = [region for region in ng.graph(NAMES["straight"], 0.5).regions if region.kind == "call"]
    assert [region.label for region in regions] == ["long", "long"]
    assert [region.span.line for region in regions] == [NAMES["straight"].__code__.co_firstlineno] * 2


@pytest.mark.parametrize("name", ["straight", "both_sides", "rests_that_cost", "one_side"])
def test_the_record_steps_into_the_call(name: str) -> None:
    run = ng.trace_values(NAMES[name], 0.5)
    assert run.difference is None
    assert "long" in [listing.name for listing in run.functions]
    assert run.result == str(jnp.float32(NAMES[name](0.5))) or run.result


def test_a_chain_of_helpers_compiles_in_proportion_to_its_length() -> None:
    sizes = []
    for length in (8, 16):
        lines = ["def h0(x):", "    return x * 2.0 + 1.0"]
        for each in range(1, length + 1):
            lines += [f"def h{each}(x):", f"    if x > {each}: y = h{each - 1}(x + 1.0) * 0.5"]
            lines += [f"    else: y = h{each - 1}(x - 1.0) - 3.0", "    return y"]
        chain = helpers.define("\n".join(lines), f"<a chain of {length}>")[f"h{length}"]
        sizes.append(ng.function(chain).trace(1.5).jaxpr.pretty_print().count("="))
        assert float(ng.function(chain)(1.5)) == pytest.approx(chain(1.5))
    assert sizes[1] < 2 * sizes[0]
