"""Loops over more than a few numbers in a list of the caller's are loops of the graph, and give what Python does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

NUMBERS = [(7 * i * i + 3) % 10 for i in range(40)]


def counted(xs):
    counts = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    return max(counts.values()), len(counts)


def products(xs):
    rows = []
    for x in xs:
        row = []
        for y in xs:
            row.append(x * y)
        rows.append(row)
    return rows


def served(xs):
    queue, waits, free = [], [], 0
    for at, x in enumerate(xs):
        queue.append(at)
        if free <= at:
            waits.append(at - queue.pop(0))
            free = at + x
    return sum(waits), len(queue)


def changed_in_place(xs):
    for i in range(len(xs) - 1):
        if xs[i] > xs[i + 1]:
            xs[i], xs[i + 1] = xs[i + 1], xs[i]
    return xs


@pytest.mark.parametrize("function", [counted, products, served, changed_in_place])
def test_the_result_is_pythons(function: Callable[..., Any]) -> None:
    mine, theirs = list(NUMBERS), list(NUMBERS)
    assert ng.function(function)(mine) == function(theirs)
    assert mine == theirs


@pytest.mark.parametrize("function", [counted, products, served])
def test_the_graph_does_not_grow_with_the_list(function: Callable[..., Any]) -> None:
    sizes = [len(ng.function(function).trace(NUMBERS[:size]).jaxpr.eqns) for size in (18, 40)]
    assert sizes[0] == sizes[1] < 40
