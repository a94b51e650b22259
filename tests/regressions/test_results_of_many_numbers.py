"""Lists of tens of thousands of numbers: one that repeats a value is returned, others are refused in words."""

from __future__ import annotations

import time

import pytest

import nbgraph as ng
from nbgraph.core.executor.results import TooManyValuesError
from nbgraph.core.inspect import report
from nbgraph.core.timing.verdict import judge


def repeated(x):
    return [x] * 100_000


def in_turn(x, y):
    return [(x, y, "text", 2 * x)] * 50 + [(y, x, "text", y)] * 50


def handed_back(xs):
    return xs


def test_a_value_that_is_repeated_is_returned_once():
    found = ng.function(repeated)
    assert len(found.trace(3.0).jaxpr.outvars) == 1
    assert found(3.0) == repeated(3.0)


def test_repeated_values_keep_their_order():
    assert ng.function(in_turn)(3.0, 4.0) == in_turn(3.0, 4.0)


def test_the_page_shows_the_same_as_python():
    found = report(in_turn, 3.0, 4.0, timing=False)
    assert found.errors == () and found.verdict.equal
    assert found.value == in_turn(3.0, 4.0)


def test_more_results_than_xla_compiles_are_refused():
    with pytest.raises(TooManyValuesError, match="the result holds 20,001 values") as found:
        ng.function(handed_back)([number if number % 2 else float(number) for number in range(20_001)])
    assert found.value.span is not None and "jnp.array" in found.value.remedy


def test_a_list_of_a_million_numbers_is_refused_at_once():
    rows = [[0.5, 1] * 500] * 1000
    begin = time.perf_counter()
    with pytest.raises(TooManyValuesError, match="`xs` holds 1,000,000 values"):
        ng.function(handed_back)(rows)
    assert time.perf_counter() - begin < 20


def test_long_lists_of_numbers_of_one_type_are_handed_back():
    xs = [float(number) for number in range(20_001)]
    assert ng.function(handed_back)(xs) == xs


def test_lists_of_numbers_are_compared_as_before():
    one = [0.1 * number for number in range(1000)]
    assert judge(one, [*one]).equal
    assert judge(one, [value * (1 + 1e-6) for value in one]).equal
    assert not judge(one, [*one[:-1], 98.0]).equal
    assert judge([float("nan"), float("inf")], [float("nan"), float("inf")]).equal
    assert not judge([float("inf")], [1.0]).equal and not judge([1.0], [float("inf")]).equal
    assert judge([1.0], [1]).differences[0].reason == "float against int"
