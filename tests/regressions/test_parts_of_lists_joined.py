"""Lists cut at run-time positions and joined are Python's, at any position, and cost few operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

NUMBERS = [(7 * i * i + 3) % 10 for i in range(12)]


def parts(xs, i):
    return xs[:i], xs[i:], xs[i : i + 3], xs[:i][::-1], xs[-i:], xs[i:-i]


def joined(xs, i):
    front, behind = xs[:i], xs[i:]
    return behind + front, front + front, [*front, 1.5], [2, *behind], xs + xs[i:]


def grown(xs, i):
    out = []
    for x in xs:
        if x > i:
            out.append(x)
        out += xs[:i]
    return out


def pairs(xs, i):
    both = [(x, x * 0.5) for x in xs]
    return both[i:] + both[:i]


def rows(xs, i):
    table = [[x, x + 1, x + 2, x + 4] for x in xs]
    return table[i:] + table[:i]


@pytest.mark.parametrize("function", [parts, joined, grown, pairs, rows])
def test_the_result_is_pythons(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for at in (-20, -3, 0, 1, 5, 12, 30):
        assert graph(NUMBERS, at) == function(NUMBERS, at), at


def test_a_part_behind_another_is_a_slice_and_an_update() -> None:
    names = [each.primitive.name for each in ng.function(joined).trace(NUMBERS, 3).jaxpr.eqns]
    assert "gather" not in names and names.count("dynamic_update_slice") == 2  # others begin at known rows


def test_pure_jax_code_is_the_program() -> None:
    names: dict[str, Any] = {}
    exec(ng.to_code(joined, NUMBERS, 3), names)
    assert names["joined"](NUMBERS, 5) == joined(NUMBERS, 5)
