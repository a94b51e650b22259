"""A long list of numbers is one input of a graph: with one for each number, JAX and XLA took minutes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def total(xs: list[Any]) -> Any:
    result = 0
    for x in xs:
        result += x
    return result


def first_larger(xs: list[Any]) -> Any:
    for i in range(len(xs)):
        if xs[i] > 700:
            return i
    return -1


def bubble(xs: list[Any]) -> Any:
    for i in range(len(xs) - 1):
        if xs[i] > xs[i + 1]:
            xs[i], xs[i + 1] = xs[i + 1], xs[i]
    return xs


def ends(xs: list[Any]) -> Any:
    xs.append(xs[0])
    xs.pop(1)
    return len(xs), xs[-1], xs[:2]


GIVEN = [(i * 7919) % 1000 for i in range(601)]
KINDS = {"int": GIVEN, "float": [x / 8 for x in GIVEN], "bool": [x > 500 for x in GIVEN]}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("function", [total, first_larger, bubble, ends])
def test_it_is_one_array_and_what_python_returns(function: Callable[..., Any], kind: str) -> None:
    ours, theirs = list(KINDS[kind]), list(KINDS[kind])
    if function is total and kind == "bool":
        pytest.skip("the sum of truth values is refused, as in short lists")
    compiled = ng.function(function)
    assert compiled(ours) == function(theirs)
    assert ours == theirs
    assert [type(each) for each in ours] == [type(each) for each in theirs]
    assert len(compiled.trace(list(KINDS[kind])).jaxpr.invars) == 1


def test_what_no_array_holds_alike_stays_item_by_item() -> None:
    def ends(xs: list[Any]) -> Any:
        return xs[0], xs[-1]

    assert ng.function(ends)([1, *[0.5] * 600]) == (1, 0.5)


def test_its_items_are_pythons_numbers() -> None:
    def scaled(xs: list[float], x: Any) -> Any:
        return x * xs[2]

    import jax.numpy as jnp

    assert ng.function(scaled)([0.5] * 600, jnp.ones(3, jnp.float16)).dtype == jnp.float16


def test_it_may_stand_in_a_tuple_or_a_dict() -> None:
    def both(pair: Any, by_name: Any) -> Any:
        return len(pair[0]) + pair[1], by_name["xs"][5] + pair[0][-1]

    xs = [i / 2 for i in range(600)]
    assert ng.function(both)((xs, 3), {"xs": xs}) == (603, 302.0)


def test_a_long_loop_over_a_list_in_buffers_may_be_left() -> None:
    def first(n: int) -> int:
        xs = [0] * 200
        for i in range(200):
            xs[i] = n + i
        for i in range(len(xs)):
            if xs[i] > 150:
                return i
        return -1

    assert ng.function(first)(100) == first(100)


def test_a_trace_says_what_a_long_list_is() -> None:
    converted = ng.function(lambda values: values[0] + values[-1])
    converted([0.5] * 600)
    assert converted.traces[-1].signature == ("values: list of 600 float32",)


def test_the_graph_of_a_sum_does_not_grow_with_the_list() -> None:
    def total(values: list[float]) -> float:
        return sum(values)

    converted = ng.function(total)
    sizes = [str(converted.trace([0.5] * n).jaxpr).count("\n") for n in (600, 1200)]
    assert sizes[0] == sizes[1] < 40
    assert converted([0.5] * 1200) == 600.0


def test_a_range_of_run_time_length_is_added_up_as_before() -> None:
    assert ng.function(lambda lo, hi: sum(range(lo, hi + 1)))(2, 5) == 14
