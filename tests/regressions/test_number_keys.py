"""Dicts asked for a number of run time, where their keys are of several kinds, or what they give is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from tests.programs import oracle

LARGE = 2**40


def several_kinds(x: Any, y: Any) -> Any:
    d = {0.5: 1, 3: 2, 1.0: 3, "a": 9, LARGE: 4, (1, 2): 5, None: 6}
    return d.get(x, -1), d.get(y / 4, -2), d.get(x > 2, 5), d.get((x, y), 7)


def number_or_none(x: Any) -> Any:
    d = {1: 10, 2: 20}
    v = d.get(x)
    if v is None:
        return -1
    return v


def words_in_keys(x: Any) -> Any:
    d = {("a", 1): 1, ("b", 1): 2, ("a", 2): 3}
    return d["a", x]


def copied(x: Any) -> Any:
    d = {1: 10, 2: 20}
    other = d
    other[x] += 5
    d = dict(d)
    d[x] += 1
    return d, other


def mixed_truths(x: Any) -> Any:
    return {True: 10, 0: 20}[x < 0], {1: 5, False: 6}[x == 3]


def bits(x: Any) -> Any:
    return {0: 5, 1: 6, 255: 7, 300: 8, -1: 9}.get(x, 0)


@pytest.mark.parametrize(
    ("function", "sets"),
    [
        (several_kinds, [(3, 7), (1, 2), (0, 4)]),
        (number_or_none, [(2,), (9,)]),
        (words_in_keys, [(1,), (2,), (3,)]),
        (copied, [(1,), (2,)]),
        (mixed_truths, [(3,), (-3,)]),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_like_python(function: Any, sets: Any) -> None:
    graph = ng.function(function)
    for arguments in sets:
        python, outcome = oracle.in_python(function, arguments), oracle.observe(graph, arguments)
        assert oracle.disagreement(python, outcome) == "", arguments


@pytest.mark.parametrize("value", [0, 1, 255, 2])
def test_keys_that_a_kind_of_number_cannot_be(value: int) -> None:
    assert ng.function(bits)(np.uint8(value)) == bits(value)
