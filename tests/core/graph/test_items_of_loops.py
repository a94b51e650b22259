"""What a loop takes from the array it goes over bears the user's name for it, however the loop is staged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng


def one(xs):
    total = 0.0
    for x in xs:
        total = total + x
    return total


def counted(xs):
    total = 0.0
    for i, x in enumerate(xs):
        total = total + x * i
    return total


def paired(xs, ys):
    total = 0.0
    for x, y in zip(xs, ys, strict=True):
        total = total + x * y
    return total


def counted_pairs(xs, ys):
    total = 0.0
    for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
        total = total + x * y * i
    return total


def left_early(xs):
    for i, x in enumerate(xs):
        if x > 3:
            return i
    return -1


def pairs_left_early(xs, ys):
    total = 0.0
    for x, y in zip(xs, ys, strict=True):
        if x > y + 3:
            break
        total = total + x
    return total


SHORT, LONG = jnp.arange(3.0), jnp.arange(40.0)
CASES: dict[str, tuple[Callable[..., Any], int, set[str]]] = {
    "one": (one, 1, {"x"}),
    "counted": (counted, 1, {"x"}),
    "paired": (paired, 2, {"x", "y"}),
    "counted pairs": (counted_pairs, 2, {"x", "y"}),
    "left early": (left_early, 1, {"x"}),
    "pairs left early": (pairs_left_early, 2, {"x", "y"}),
}


@pytest.mark.parametrize("array", [SHORT, LONG], ids=["written out", "a loop"])
@pytest.mark.parametrize(("function", "count", "names"), CASES.values(), ids=CASES)
def test_an_item_has_its_name(function, count, names, array):
    graph = ng.graph(function, *[array] * count)
    labels = {node.label for node in graph.nodes} | {region.label for region in graph.regions}
    assert names <= {label.removeprefix("each ") for label in labels}


def picked(xs):
    return [x for x in xs if x > 2]


def picked_sum(xs):
    return sum(x for x in xs if x > 2 and x < 9)


def test_a_filter_of_a_comprehension_says_what_it_asks():
    """It was called `if no error`."""
    text = ng.graph(picked, [1, 5, 3]).to_text()
    assert "[if x > 2]" in text and " x > 2 :" in text and "· > 2" not in text
    text = ng.graph(picked_sum, [1, 5, 3]).to_text()
    assert "if x > 2 and x < 9" in text and "total" not in text and "no error" not in text


def stacked(n):
    stack = [n]
    while len(stack) > 0:
        x = stack.pop()
        if x > 1:
            stack.append(x - 1)
            stack.append(x - 2)
    return len(stack)


def test_what_a_branch_hands_on_has_one_name():
    text = ng.graph(stacked, 4).to_text()
    assert "unchanged stack.length" in text and "unchanged unchanged" not in text
