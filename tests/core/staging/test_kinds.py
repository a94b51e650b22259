"""Every kind of staged value answers alike: what is in a value, one like it made anew, what it leaves a block as."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, namedtuple
from dataclasses import dataclass
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.state.carry import CarryMismatchError
from nbgraph.core.staging.state.merge import BranchMismatchError
from nbgraph.core.staging.state.records import Record
from nbgraph.core.staging.values.kinds import (
    changed,
    closed,
    every_part,
    in_same_places,
    kind_of,
    parts_of,
    side_by_side,
)
from nbgraph.core.staging.values.undefined import Partial, Undefined

Place = namedtuple("Place", "x y")


class Doubled(namedtuple("Doubled", "x y")):
    """A named tuple whose constructor takes something else than its items."""

    def __new__(cls, x: Any) -> Doubled:
        return super().__new__(cls, x, x)


@dataclass
class Bag:
    """An object with a list of its own."""

    items: list[Any]
    count: int = 0


VALUES = [
    (1, 2),
    Place(1, 2),
    Doubled(1),
    [1, 2],
    List([1, 2]),
    {"b": 1, "a": 2},
    defaultdict(int, b=1, a=2),
    OrderedDict(b=1, a=2),
    Record(Bag, ("items", "count"), (1, 2)),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_stays_itself_until_a_part_is_another_one(value: Any) -> None:
    assert changed(value, lambda part: part) is value
    made = changed(value, lambda part: part + 10)
    assert type(made) is type(value)
    assert parts_of(made) == [part + 10 for part in parts_of(value)]
    assert list(kind_of(made).parts(made)) == list(kind_of(value).parts(value))  # in Python's order


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_two_that_are_alike_are_joined_part_by_part(value: Any) -> None:
    other = changed(value, lambda part: part * 100)
    one, two = side_by_side(value, other, lambda a, b: (b, a))
    assert (parts_of(one), parts_of(two)) == (parts_of(other), parts_of(value))
    assert list(in_same_places(value, other)) == list(zip(parts_of(value), parts_of(other), strict=True))
    assert side_by_side(value, 3, lambda a, b: (b, a)) == (value, 3)


def test_dicts_are_joined_by_key_and_keep_their_order() -> None:
    one, two = side_by_side({"a": 1, "b": 2}, {"b": 20, "a": 10}, lambda a, b: (b, a))
    assert list(one.items()) == [("a", 10), ("b", 20)]
    assert list(two.items()) == [("b", 2), ("a", 1)]


def test_a_dict_that_makes_its_missing_items_does_so_still() -> None:
    made = changed(defaultdict(list, a=[1]), lambda part: [*part, 2])
    assert made["a"] == [1, 2]
    assert made["b"] == []


def test_a_number_a_string_and_a_users_object_have_no_parts() -> None:
    for value in (3, "text", None, Bag([1]), {1, 2}):
        assert parts_of(value) == []
        assert list(every_part(value)) == [value]


def test_a_record_is_an_object_again_behind_its_block_wherever_it_stands() -> None:
    record = Record(Bag, ("items", "count"), ([1], Record(Bag, ("items", "count"), ([2], 0))))
    made = closed((Partial("b", record, True, ""), 3))
    assert (made[0].value.items, made[0].value.count.items) == ([1], [2])
    assert closed([record])[0] is record  # who a list is matters: it is no copy


def test_messages_have_the_words_of_the_kind() -> None:
    words = [kind_of(value).described(value) for value in (Undefined("x"), Record(Bag, (), ()), 3)]
    assert words == ["undefined", "a new Bag", ""]


def gathered(n: int) -> Any:
    """A list in a dict of another class."""
    found = defaultdict(list)
    found["a"] = [1]
    for i in range(n):
        found["a"] = found["a"] + [i]
    return found


def in_order(n: int) -> Any:
    """A list in an ordered dict, changed in place."""
    found = OrderedDict(b=[1], a=2)
    for i in range(n):
        found["b"].append(i)
    return found


@pytest.mark.parametrize("function", [gathered, in_order])
@pytest.mark.parametrize("n", [0, 1, 4])
def test_lists_in_dicts_of_other_classes_leave_the_graph(function: Any, n: int) -> None:
    found, expected = ng.function(function)(n), function(n)
    assert (type(found), list(found.items())) == (type(expected), list(expected.items()))


def bags(n: int) -> Any:
    """An object whose own list is longer after each iteration."""
    bag = Bag([])
    for i in range(n):
        bag = Bag([*bag.items, i], bag.count + 1)
    return bag.items


def two_lengths(n: int) -> Any:
    """An object whose own list has another length on each path."""
    bag = Bag([1, 2, n]) if n > 2 else Bag([n])
    return bag.items


def test_an_object_does_not_grow_in_a_loop_or_a_branch() -> None:
    with pytest.raises(CarryMismatchError, match="a list of 1 item after one iteration"):
        ng.function(bags)(3)
    with pytest.raises(BranchMismatchError, match="is a list of 3 items where"):
        ng.function(two_lengths)(3)
