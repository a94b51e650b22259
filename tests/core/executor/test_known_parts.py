"""Strings and the like in lists, tuples and dicts: the same as in Python, with the numbers beside them traced."""

from __future__ import annotations

import copy
import datetime
import enum
import operator
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


class Suit(enum.IntEnum):
    HEARTS = 1
    SPADES = 2


def letters(words, factor):
    total = 0
    for word in words:
        total += len(word) * factor
    return total


def oldest(people):
    best_name, best_age = "", -1
    for name, age in people:
        if age > best_age:
            best_name, best_age = name, age
    return best_name


def birthday(person, years):
    person["age"] += years
    person["name"] = person["name"].upper()
    return person["age"] > 40


def shout(words, n):
    words.append("!")
    words[0] = "oh"
    return len(words) + n


def hearts(cards, n):
    for card in cards:
        if card is Suit.HEARTS:
            n += 1
    return n


def chain(steps, x):
    for step in steps:
        x = step(x, 2)
    return x


def later(days, n):
    return [day.year + n for day in days]


def of_all(*words, n=1, **others):
    total = 0
    for word in words:
        total += len(word[0]) * n
    for name, value in others.items():
        total += len(name) + len(value[0])
    return total


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = [
    (letters, (["ab", "c"], 3), {}),
    (letters, (["ab", "c"],), {"factor": 2.5}),
    (letters, ([], 3), {}),
    (oldest, ([("ann", 31), ("bob", 52), ("cid", 47)],), {}),
    (birthday, ({"name": "ada", "age": 36}, 5), {}),
    (shout, (["hello", "you"], 2), {}),
    (hearts, ([Suit.HEARTS, Suit.SPADES, 1], 0), {}),
    (chain, ([operator.add, operator.mul], 5), {}),
    (later, ([datetime.date(2024, 1, 1), datetime.date(1999, 1, 1)], 1), {}),
    (of_all, (["ab"], ("c",)), {"n": 2, "more": ["xyz"]}),
]


def outcome(function: Callable[..., Any], arguments: Any, keywords: Any) -> tuple[Any, Any, Any]:
    """What a call gives, and what becomes of its arguments."""
    arguments, keywords = copy.deepcopy((arguments, keywords))
    return function(*arguments, **keywords), arguments, keywords


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_the_call_gives_what_python_gives_and_changes_what_python_changes(call: Any) -> None:
    function, arguments, keywords = call
    graph = ng.function(function)
    for _ in range(3):  # the second takes another way to the program than the first
        assert outcome(graph, arguments, keywords) == outcome(function, arguments, keywords)


def test_numbers_beside_strings_are_traced() -> None:
    graph = ng.function(oldest)
    assert graph([("ann", 31), ("bob", 52)]) == "bob"
    assert graph([("ann", 61), ("bob", 52)]) == "ann"
    assert len(graph.traces) == 1
    assert graph([("ada", 61), ("bob", 52)]) == "ada"
    assert len(graph.traces) == 2
    assert "argument `people`" in graph.traces[-1].reason


def test_a_function_that_was_called_with_numbers_takes_strings() -> None:
    def first(items, n):
        return items[0], n + 1

    graph = ng.function(first)
    assert graph([1, 2], 3) == (1, 4)
    assert graph(["a", 2], 3) == ("a", 4)
    assert graph([1, 2], 4) == (1, 5)


def test_equal_values_of_two_types_are_two_programs() -> None:
    def kinds(items, n):
        return [type(item).__name__ for item in items], n + 1

    graph = ng.function(kinds)
    assert graph([Suit.HEARTS, "x"], 1) == (["Suit", "str"], 2)
    assert graph([1, "x"], 1) == (["int", "str"], 2)


def test_a_list_of_strings_that_changes_is_refused_as_two_arguments() -> None:
    def both(a, b, n):
        a.append("z")
        return len(b) + n

    words = ["x"]
    with pytest.raises(ng.NbgraphError, match="an argument twice"):
        ng.function(both)(words, words, 1)
    assert words == ["x"]


def test_what_can_neither_be_traced_nor_looked_up_is_refused() -> None:
    with pytest.raises(ng.NbgraphError, match="`words\\[1\\]` in the argument `words` of `letters` is a set"):
        ng.function(letters)(["ab", {"c"}], 3)
