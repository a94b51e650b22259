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


def checked(shape, x):
    assert x > 0
    return [area(shape, x), x]


def written(shape, x):
    return x if repr(shape) == "1" else -x


def of_the_first(shapes, x):
    return area(shapes[0], x)


NUMBERS_FIRST = [(fn, (1, 2)) for fn in (grown, checked, written)]


@pytest.mark.parametrize(
    ("fn", "first"),
    [(area, (Shape.ROUND, 2)), (area, (1, 2)), (area, (Shape.SQUARE, 2)), (grown, (Shape.ROUND, 2)), *NUMBERS_FIRST],
)
def test_a_member_is_no_integer(fn, first):
    made = ng.function(fn)
    for arguments in (first, (Shape.ROUND, 2), (1, 2), (Shape.SQUARE, 2)):
        assert made(*arguments) == fn(*arguments), arguments


@pytest.mark.parametrize("fn", [area, checked])
def test_a_number_s_program_is_not_a_member_s(fn):
    made = ng.function(fn)
    for shape in (1, 1, Shape.ROUND, 1, Shape.SQUARE):
        assert made(shape=shape, x=2) == fn(shape, 2), shape


def test_members_in_a_tuple():
    made = ng.function(of_the_first)
    for shapes in ((1, 4), (Shape.ROUND, 4), (1, 4)):
        assert made(shapes, 2) == of_the_first(shapes, 2), shapes


def test_the_page_agrees_with_python():
    found = report(area, Shape.ROUND, 2, timing=False)
    assert found.errors == () and found.verdict.equal and found.value == 3
