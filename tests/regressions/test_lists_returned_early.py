"""A list is returned from within a loop that only one branch runs: elsewhere the result has no value yet.

Bringing the sides of the branch to one form asked the name without a value for its value, for ever.
"""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


def copy_returned(a, given):
    if a > 3:
        for _ in range(a % 4):
            given.append(1)
            if a in given:
                return given[:]
    return given[:]


def copy_made_before(a, given):
    if a > 3:
        for _ in range(a % 4):
            given.append(1)
            x = given[:]
            if a in given:
                return x
    return given[:]


def part_replaced(a, given):
    out = [a]
    if out[0] > 3:
        for _ in range(a % 4):
            given.append(1)
            out[1:2] = [a, 2]
            if a in given:
                return given[:]
    return given[:]


@pytest.mark.parametrize("program", [copy_returned, copy_made_before, part_replaced])
def test_python_gives_the_same(program: Any) -> None:
    run = ng.function(program)
    for a in (3, 5, 7):
        mine, pythons = [3, 7], [3, 7]
        assert [int(item) for item in run(a, mine)] == program(a, pythons)
        assert [int(item) for item in mine] == pythons
