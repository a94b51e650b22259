"""A list of whole numbers, floats and truth values: `sorted` looked for one structure of all items, and failed in ours.

What a graph cannot do with it was refused as if the numbers were strings.
"""

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError

MIXED = [3, 1.5, 2, True]


def in_order(v):
    return sorted(v), sorted(v, reverse=True), sorted(v, key=lambda x: -x)


def position(v):
    return v.index(2)


def test_they_are_sorted_as_in_python() -> None:
    assert ng.function(in_order)(MIXED) == in_order(MIXED)


def test_the_refusal_speaks_of_numbers() -> None:
    with pytest.raises(StagingError, match="a whole number, and another a float or a truth value"):
        ng.function(position)(MIXED)
    assert int(ng.function(position)([float(x) for x in MIXED])) == position(MIXED)
