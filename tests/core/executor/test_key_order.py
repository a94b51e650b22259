"""Dicts among the arguments keep the order of their keys, and so do arguments by name; dicts in results do, too."""

from __future__ import annotations

import inspect
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.examine.call import Call
from tests.programs.oracle import difference

DICTS = ({"b": 2, "a": 3}, {"a": 3, "b": 2}, {"c": 4, "a": 3, "b": 2}, {3: 5, 1: 7}, {"z": 1})


class Pair(NamedTuple):
    first: Any
    second: Any


def digits(d: Any) -> Any:
    number = 0
    for name in d:
        number = number * 10 + d[name]
    return number


def each_way(d: Any) -> Any:
    first = next(iter(d))
    pairs = [(number, d[name]) for number, name in enumerate(d)]
    zipped = [a * b for a, b in zip(d.values(), range(1, 9), strict=False)]
    return first, list(d), list(d.items()), pairs, zipped, {**d}, dict(reversed(d.items())), dict(d).popitem()


def nested(rows: Any, others: Any) -> Any:
    number = 0
    for row in (*rows, *others.values()):
        number = number * 100 + digits(row)
    return number


def in_a_loop(d: Any, n: Any) -> Any:
    found = []
    for i in range(n):
        for name in d:
            found.append(d[name] * i)
    assert n > 0, "nothing"
    return found


def scaled(d: Any) -> Any:
    return digits(d) * SCALE


def by_name(x: Any, **named: Any) -> Any:
    for name in named:
        x = x * 10 + named[name]
    return x


def handed_on(**named: Any) -> Any:
    return by_name(0, **named), named


SCALE = 3


@pytest.mark.parametrize("function", [digits, each_way, scaled, lambda d: in_a_loop(d, 3)])
@pytest.mark.parametrize("kind", [dict, OrderedDict])
def test_a_dict_goes_on_in_the_order_of_its_keys(function: Callable[..., Any], kind: Any) -> None:
    graph = ng.function(function)
    for d in (*DICTS, *DICTS):
        assert difference(function(kind(d)), graph(kind(d))) == ""
    assert len(graph.traces) == len(DICTS)


def test_run_time_checks_do_not_lose_the_order() -> None:
    graph = ng.function(in_a_loop)
    for d in (*DICTS, *DICTS):
        assert graph(d, 2) == in_a_loop(d, 2)
        with pytest.raises(AssertionError, match="nothing"):
            graph(d, 0)


def test_dicts_in_lists_tuples_and_dicts() -> None:
    graph = ng.function(nested)
    inside = ({"b": 1, "a": 2}, {"a": 2, "b": 1})
    for one in inside:
        for other in inside:
            for calls in (([one, other], {"y": one, "x": other}), (Pair(one, other), OrderedDict(x=one, a=other))):
                assert graph(*calls) == nested(*calls)
                assert graph(rows=calls[0], others=calls[1]) == nested(*calls)


def test_arguments_by_name() -> None:
    graph, other = ng.function(by_name), ng.function(handed_on)
    for _ in range(2):
        for named in ({"b": 1, "a": 2}, {"a": 2, "b": 1}, {"b": 1, "x": 5, "a": 2}):
            assert graph(**{"x": 7, **named}) == by_name(**{"x": 7, **named})
            assert difference(handed_on(b=1, a=2), other(b=1, a=2)) == ""
    assert [trace.reason for trace in graph.traces] == ["", "arguments by name: x, b, a → x, a, b"]


def test_an_order_that_no_function_can_see_is_no_reason_to_trace_anew() -> None:
    @ng.function
    def difference_of(a: Any, b: Any) -> Any:
        return a - b

    assert difference_of(a=5, b=3) == difference_of(b=3, a=5) == 2
    assert len(difference_of.traces) == 1


def test_a_name_that_stands_for_one_by_position_and_one_by_name() -> None:
    def starred(*a: Any, **k: Any) -> Any:
        return sum(a) - k["a"]

    def by_position(a: Any, /, **k: Any) -> Any:
        return a - k["a"]

    assert ng.function(starred)(5, 6, a=1) == 10
    assert ng.function(by_position)(5, a=1) == 4
    assert "a" in ng.graph(by_position, 5, a=1).to_text()


def test_the_reason_names_both_orders() -> None:
    graph = ng.function(digits)
    graph({"b": 2, "a": 3})
    graph({"a": 3, "b": 2})
    reason = "argument `d`: {'b': int32[], 'a': int32[]} → {'a': int32[], 'b': int32[]}"
    assert graph.traces[-1].reason == reason


def test_programs_that_are_asked_for() -> None:
    d = {"b": 2, "a": 3}
    graph = ng.function(digits)
    assert graph.lower(d).compile()(d) == 23
    assert jax.core.eval_jaxpr(graph.trace(d).jaxpr.jaxpr, [], 3, 2) == [23]  # JAX's order of the leaves
    assert Call.of(digits, (d,), {}).function.jitted(d) == 23
    assert ng.compare(digits, d).verdict.equal
    code: dict[str, Any] = {}
    exec(ng.to_code(digits, d), code)
    assert code["digits"](d) == 23
    assert inspect.signature(graph) == inspect.signature(digits)


def test_jax_sorts_what_it_hands_on_itself() -> None:
    d = {"b": 2.0, "a": 3.0}
    graph = ng.function(digits)
    assert graph(d) == 23
    assert jax.jit(graph)(d) == 32
    assert jax.grad(graph)(d) == {"a": 10.0, "b": 1.0}
    assert graph(d) == 23


def test_results() -> None:
    def made(x: Any) -> Any:
        inner = {"z": x, "y": [1, {"d": x, "c": 2}]}
        return Pair({"b": x, "a": 1}, inner), defaultdict(int, {"b": x, "a": 1}), OrderedDict(b=x, a=1)

    pair, default, ordered = ng.function(made)(3)
    assert difference(made(3)[0].first, pair.first) == difference(made(3)[0].second, pair.second) == ""
    assert type(pair) is Pair
    assert list(default.items()) == list(ordered.items()) == [("b", 3), ("a", 1)]
    assert default["c"] == 0


def test_a_dict_of_one_branch_keeps_its_order() -> None:
    def chosen(x: Any) -> Any:
        if x > 0:
            d = {"b": x, "a": jnp.float32(1)}
        return d

    assert difference(chosen(3), ng.function(chosen)(3)) == ""


def mixed(x: Any) -> Any:
    d = {"b": x, 1: x}
    if x > 0:
        d["b"] = 1
    return d["b"]


def test_keys_that_cannot_be_sorted() -> None:
    with pytest.raises(ng.NbgraphError, match="keys of kinds that cannot be compared") as raised:
        ng.function(mixed)(3)
    assert raised.value.id == "refused-by-jax"
    assert raised.value.span is not None
