"""Items of a list that were equal by their own `__eq__` were taken for one object: silently another result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

import nbgraph as ng


@dataclass
class Point:
    x: int


class Card:
    def __init__(self, rank):
        self.rank = rank

    def __eq__(self, other):
        return isinstance(other, Card)

    __hash__ = None


def chosen(n):
    return [Card(1), Card(2)][n].rank


def assigned(n):
    points = [Point(1), Point(1)]
    points[n].x = 5
    return [point.x for point in points]


def made(n):
    points = [Point(1) for _ in range(n)]
    points[0].x = 7
    return [point.x for point in points]


def appended(n):
    cards = [Card(1), Card(2)]
    for i in range(n):
        cards.append(Card(i))
    cards[0].rank += n
    return [card.rank for card in cards]


class Plain:
    def __init__(self, x):
        self.x = x


def made_plain(n):
    items = [Plain(1) for _ in range(n)]
    items[0].x = 7
    return [item.x for item in items]


def paired(n):
    items = []
    for _ in range(n):
        items.append((2.0, Plain(1)))
    items[0][1].x = 7
    return [item.x for _, item in items]


@pytest.mark.parametrize("function", [made_plain, paired, chosen, assigned, made, appended])
@pytest.mark.parametrize("n", [0, 1, 2])
def test_it_is_right_or_refused(function, n):
    try:
        expected = function(n)
    except IndexError:
        return
    try:
        found = ng.function(function)(n)
    except ng.NbgraphError as error:
        assert error.id in ("list-items-differ", "loop-carry-changed", "branch-mismatch", "traced-value-in-python")
    except IndexError:
        pytest.fail("Python has an item there")
    else:
        assert found == expected


class Colour(Enum):
    RED = 1
    BLUE = 2


def coloured(n):
    colours = [Colour.RED for _ in range(n)]
    return colours[0] == Colour.RED


def test_a_member_of_an_enumeration_is_one_for_all():
    assert bool(ng.function(coloured)(2))


class Slotted:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x


def slotted(n):
    return [Slotted(1), Slotted(2)][n].x


def gathered(n):
    found = []
    for i in range(n):
        found.append(Slotted(i))
    return found[0].x


def test_objects_with_slots_are_chosen_and_named_by_them():
    assert ng.function(slotted)(1) == 2
    with pytest.raises(ng.NbgraphError, match=r"a list for each attribute, as `x\[i\]`"):
        ng.function(gathered)(3)
