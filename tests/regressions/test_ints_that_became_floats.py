"""An int that a graph gives as a float is no riddle: the checked run said that it found no cause."""

from __future__ import annotations

import pytest

import nbgraph as ng

SAID = "a graph has a float on all paths"


def clamp(x: float, low: int) -> float:
    if x < low:
        return low
    return x


def second(xs: list[int]) -> float:
    first = other = float("-inf")
    for x in xs:
        if x > first:
            first, other = x, first
        elif x > other:
            other = x
    return other


def divided(x: float) -> float:
    try:
        result = 1 / x
    except ZeroDivisionError:
        result = 0
    return result


def rounded(x: float) -> float:
    return round(x, 2)


@pytest.mark.parametrize(
    ("function", "argument", "is_said"),
    [(lambda x: clamp(x, 0), -5.5, True), (second, [5, 1, 9], True), (divided, 0, True), (rounded, 2.675, False)],
)
def test_the_cause_is_said(function, argument, is_said):
    found = str(ng.compare(function, argument))
    assert "Not the same result" in found
    assert (SAID in found) == is_said
    assert "found no cause" not in found
