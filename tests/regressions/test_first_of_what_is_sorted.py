"""The first items of what is sorted, `sorted(rows)[:k]`: found without a sort, each number of them in one array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest

import nbgraph as ng


def least(xs: Any) -> Any:
    return sorted([(x, [i, x]) for i, x in enumerate(xs)], key=lambda p: p[0])[:2]


def largest(xs: Any) -> Any:
    return sorted([(x, i) for i, x in enumerate(xs)], key=lambda p: -p[0])[:3]


def last(xs: Any) -> Any:
    return sorted([(x, i) for i, x in enumerate(xs)], key=lambda p: p[0], reverse=True)[:3]


def with_all_and_none(xs: Any) -> Any:
    by = lambda x: -x  # noqa: E731
    return sorted(xs, key=by)[:0], sorted(xs, key=by)[:-2], sorted(xs, key=by)[:99], sorted(xs, key=by)[1:3]


def first(rows: Any, k: int) -> Any:
    return sorted(rows, key=lambda p: p[0])[:k]


def by_a_parameter(xs: Any) -> Any:
    rows = [(x, i) for i, x in enumerate(xs)]
    return first(rows, 1), first(rows, 3), first(rows, -1), first(rows, 0)


def one_more(rows: Any, k: int) -> Any:
    k = k + 1
    return sorted(rows, key=lambda p: p[0])[:k]


def by_a_parameter_that_changes(xs: Any) -> Any:
    return one_more([(x, i) for i, x in enumerate(xs)], 1)


def by_the_variable_of_a_comprehension(xs: Any) -> Any:
    k = 1
    rows = [(x, i) for i, x in enumerate(xs)]
    return [sorted(rows, key=lambda p: p[0])[:k] for k in (1, 2, 3)], k


def kept_with_all(xs: Any) -> Any:
    two = (every := sorted(xs, key=lambda x: -x))[:2]
    return two, every


def three_times(xs: Any) -> Any:
    rows = [(1.0, [0])]
    for _ in range(3):
        longer = [(score + x, [*items, i]) for score, items in rows for i, x in enumerate(xs)]
        rows = sorted(longer, key=lambda row: -row[0])[:3]
    return [score for score, _ in rows], [items for _, items in rows]


PROGRAMS = [least, largest, last, with_all_and_none, by_a_parameter, by_a_parameter_that_changes]
PROGRAMS += [by_the_variable_of_a_comprehension, kept_with_all, three_times]
NUMBERS = [
    [3.0, -1.0, 2.0, 0.5, -2.0],
    [1.0] * 4,
    [0.0, -0.0, 1.0, -0.0, 0.0],  # equal in Python, in the order in which they stand
    [-0.0, 0.0, -0.0, 0.0],
    [2.0, float("inf"), -1.0, 0.0],
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_as_in_python(program: Callable[..., Any]) -> None:
    converted = ng.function(program)
    for numbers in NUMBERS:
        ours, python = jax.tree_util.tree_leaves(converted(numbers)), jax.tree_util.tree_leaves(program(numbers))
        np.testing.assert_array_equal(np.array(ours, float), np.array(python, float))
        assert [np.signbit(float(one)) for one in ours] == [np.signbit(float(one)) for one in python]


def test_no_number_stands_last() -> None:
    for nan in (float("nan"), -float("nan")):
        numbers = [-1.0, 0.5, 1.0, nan]  # in order already, as Python has it
        assert ng.function(by_a_parameter)(numbers) == by_a_parameter(numbers)


def test_a_few_are_found_without_a_sort() -> None:
    text = str(jax.make_jaxpr(ng.convert(three_times))(jax.numpy.array([3.0, -1.0, 2.0, 0.5])))
    assert text.count("top_k") == 3
    assert "sort[" not in text.replace("top_k", "")


def test_a_constant_has_another_name_than_a_parameter() -> None:
    def spread(table: Any) -> Any:
        return sorted([(x, i) for i, x in enumerate(table)], key=lambda p: p[0])[:2]

    assert "lax.top_k" in ng.to_code(spread, [3.0, 1.0, 2.0, 0.5])
