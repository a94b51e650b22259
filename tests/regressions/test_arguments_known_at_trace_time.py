"""Dates and members of enumerations are known while a graph is made, as strings are; what has no hash is refused."""

from __future__ import annotations

import datetime
import enum
from collections import namedtuple
from dataclasses import dataclass

import pytest

import nbgraph as ng
from nbgraph.core import inspect


class Light(enum.Enum):
    RED = 0
    GREEN = 1


Card = namedtuple("Card", ["suit", "rank"])


@dataclass
class Item:
    count: int


def wait(light, n):
    if light is Light.RED:
        return 10 * n
    return n


def due(start, days):
    return start.day + days


def best(hand):
    found = hand[0]
    for card in hand[1:]:
        if card.rank > found.rank:
            found = card
    return found


def count_of(pair):
    return pair[0].count * pair[1]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (wait, (Light.RED, 2)),
        (wait, (Light.GREEN, 2)),
        (due, (datetime.date(2024, 2, 27), 3)),
        (due, (datetime.datetime(2024, 2, 27, 8, 30), 3)),
    ],
)
def test_the_graph_is_made_for_the_value(function, arguments):
    assert ng.function(function)(*arguments) == function(*arguments)


def test_an_object_without_a_hash_in_a_tuple_goes_as_its_attributes():
    made = ng.function(count_of)
    assert [made((Item(count), 2)) for count in (3, 5)] == [count_of((Item(count), 2)) for count in (3, 5)]
    assert len(made.traces) == 1


def test_a_named_tuple_is_told_with_pythons_numbers():
    hand = (Card("hearts", 7), Card("spades", 12))
    report = inspect.report(best, hand, timing=False)
    assert report.value_text == repr(best(hand))
