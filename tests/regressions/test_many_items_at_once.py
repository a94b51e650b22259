"""Builtins over many items of a list look at them in a loop or as an array, and give what Python gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

NUMBERS = [(7 * i * i + 3) % 10 for i in range(40)]
FLOATS = [x / 4 for x in NUMBERS]
NAN = float("nan")


def extremes(xs):
    return max(xs), min(xs), max(x * 2 for x in xs), max(xs, key=lambda x: x % 7), max(enumerate(xs))


def in_order(xs):
    pairs = sorted(zip(xs, xs[::-1], strict=True), key=lambda pair: (pair[1], -pair[0]), reverse=True)
    return sorted(xs), sorted(xs, reverse=True), pairs, list(reversed(xs))


def places(xs):
    return sorted(range(len(xs)), key=lambda i: xs[i]), max(range(len(xs)), key=lambda i: xs[i])


def added(xs):
    return sum(xs), sum(map(abs, xs)), any(xs), all(xs), list(map(abs, xs))


@pytest.mark.parametrize("function", [extremes, in_order, places, added])
def test_it_is_pythons_and_does_not_grow(function: Callable[..., Any]) -> None:
    assert ng.function(function)(NUMBERS) == function(NUMBERS)
    assert ng.function(function)(FLOATS) == function(FLOATS)
    sizes = [len(ng.function(function).trace(NUMBERS[:size]).jaxpr.eqns) for size in (20, 40)]
    assert sizes[0] == sizes[1]


def noted(xs):
    seen = []

    def key(x):
        seen.append(x)
        return -x

    return max(xs, key=key), seen


def test_a_key_is_asked_once_of_each_item() -> None:
    assert ng.function(noted)(NUMBERS) == noted(NUMBERS)


def without_sevens(xs):
    kept = []
    for x in xs:
        if x != 7:
            kept.append(x)
    return max(kept), min(kept), max(xs), min(xs)


@pytest.mark.parametrize("xs", [[*FLOATS, NAN, 3.5], [NAN, *FLOATS], [0.0, -0.0] * 9])
def test_no_comparison_with_nan_holds(xs: list[float]) -> None:
    assert repr([float(x) for x in ng.function(without_sevens)(xs)]) == repr(list(without_sevens(xs)))


def how_many(xs):
    large = [x > 4 for x in xs]
    return sum(large), sum([x > 4 for x in xs if x != 3])


def test_truth_values_are_counted() -> None:
    assert ng.function(how_many)(NUMBERS) == how_many(NUMBERS)


def best_sums(rows):
    beams = [(0.0, [0])]
    for _ in range(3):
        longer = []
        for score, words in beams:
            for word, chance in enumerate(rows[words[-1]]):
                longer.append((score + chance / 2, [*words, word]))
        beams = sorted(longer, key=lambda beam: -beam[0])[:3]
    return beams


def test_sums_that_are_sorted_are_added_up_at_once() -> None:
    """A beam search makes candidates of all beams and words, and keeps the best: its sums stood there one by one."""
    rows = [[((i * 7 + j * 5) % 11) / 4 for j in range(6)] for i in range(6)]
    assert ng.function(best_sums)(rows) == best_sums(rows)
    lines = ng.to_code(best_sums, rows).splitlines()
    assert sum(" / " in line for line in lines) < 9  # of 42 candidates


def tally(items):
    counts = {0: 0, 1: 0, 2: 0, 3: 0}
    for x in items:
        counts[x] = counts.get(x, 0) + 1
    return counts


def test_counts_that_a_key_has_chosen_are_not_chosen_again_for_each_read() -> None:
    """Every read of such a dict had the choices of the items before it once more, four deep."""
    items = [1, 2, 2, 3, 1, 0]
    assert ng.function(tally)(items) == tally(items)
    assert "jnp.where(value_1[0], value, jnp.where(" not in ng.to_code(tally, items)
