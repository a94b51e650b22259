"""`while xs` that takes one item out of a list in each iteration is a loop of the graph, as long as the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng

NUMBERS = [(7 * i * i + 3) % 23 for i in range(30)]


def selected(xs):
    xs, out = xs[:], []
    while xs:
        out.append(xs.pop(xs.index(min(xs))))
    return out, xs, len(xs)


def but_one(xs):
    xs, total = list(xs), 0
    while len(xs) > 1:
        last = xs.pop()
        if last > xs[-1]:
            total += last
    return total, xs


def heaped(xs):
    xs, out = sorted(xs), []
    while xs:
        out.append(xs[0])
        last = xs.pop()
        if xs:
            xs[0] = last
            i = 0
            while i + 1 < len(xs):
                if xs[i] <= xs[i + 1]:
                    break
                xs[i], xs[i + 1] = xs[i + 1], xs[i]
                i += 1
    return out


def refilled(xs):
    xs, count = list(xs), 0
    while xs:
        x = xs.pop()
        count += 1
        if x > 20:
            xs.append(x - 10)
    return count, xs


def left(xs):
    xs, total = list(xs), 0
    while xs:
        x = xs.pop(0)
        if x == 9:
            break
        total += x
    return total, xs


def by_two_names(xs):
    xs = list(xs)
    same, total = xs, 0
    while xs:
        x = same.pop()
        if len(same) > 2 and x > 11:
            total += xs.pop()
    return total, same


@pytest.mark.parametrize("function", [selected, but_one, heaped, refilled, left, by_two_names])
def test_the_result_is_pythons(function: Callable[..., Any]) -> None:
    assert ng.function(function)(NUMBERS) == function(NUMBERS)


@pytest.mark.parametrize("function", [selected, but_one, heaped])
def test_the_graph_does_not_grow_with_the_list(function: Callable[..., Any]) -> None:
    sizes = [len(ng.function(function).trace(NUMBERS[:size]).jaxpr.eqns) for size in (20, 30)]
    assert sizes[0] == sizes[1] < 60


def squares(xs):
    xs, total = list(xs), 0.0
    while xs:
        x = xs.pop()
        total += x * x
    return total


def test_it_has_a_gradient() -> None:
    assert jax.grad(ng.function(squares))([float(x) for x in NUMBERS]) == [2.0 * x for x in NUMBERS]
