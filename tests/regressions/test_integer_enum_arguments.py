"""A member of an `IntEnum` is itself in a graph, and not the integer that JAX would trace."""

from __future__ import annotations

import enum

import pytest

import nbgraph as ng
from nbgraph.core.inspect import report


class Shape(enum.IntEnum):
    ROUND = 1
    SQUARE = 2


def area(shape, x):
    return x + 1 if shape is Shape.ROUND else x


def grown(shape, x):
    assert x > 0
    return [i + area(shape, x) for i in range(x)]


@pytest.mark.parametrize(
    ("fn", "first"),
    [(area, (Shape.ROUND, 2)), (area, (1, 2)), (area, (Shape.SQUARE, 2)), (grown, (Shape.ROUND, 2))],
)
def test_a_member_is_no_integer(fn, first):
    made = ng.function(fn)
    for arguments in (first, (Shape.ROUND, 2), (1, 2), (Shape.SQUARE, 2)):
        assert made(*arguments) == fn(*arguments), arguments


def test_the_page_agrees_with_python():
    found = report(area, Shape.ROUND, 2, timing=False)
    assert found.errors == () and found.verdict.equal and found.value == 3
