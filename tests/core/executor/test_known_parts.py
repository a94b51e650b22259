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


class Account:
    def __init__(self, name, balance):
        self.name, self.balance, self.log, self.limits = name, balance, [], {"week": 5, "day": 2}

    def put(self, amount):
        self.balance += amount
        self.log.append(amount)
        return self.balance


class Node:
    def __init__(self, value, after=None):
        self.value, self.after = value, after


def save(account, n):
    for amount in range(n):
        account.put(amount)
    account.last = n
    return account.balance, account.name, list(account.limits)


def transfer(source, target, amount):
    if source.balance >= amount:
        source.balance -= amount
        target.balance += amount
    return source.balance


def total(accounts, extra):
    for account in accounts:
        extra += account.balance
    return extra


def along(node, found):
    while node is not None:
        found += node.value
        node = node.after
    return found


OBJECTS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (save, (Account("ann", 10), 3)),
    (transfer, (Account("ann", 10.0), Account("bob", 2.0), 4.0)),
    (transfer, (Account("ann", 1.0), Account("bob", 2.0), 4.0)),
    (total, ([Account("ann", 10), Account("bob", 2)], 1)),
    (total, ((Account("ann", 10), Account("bob", 2)), 1)),
    (along, (Node(1, Node(2, Node(3))), 0)),
]


def inside(value: Any) -> Any:
    """A value with the attributes of objects in it."""
    if isinstance(value, list | tuple):
        return [inside(part) for part in value]
    return {name: inside(part) for name, part in vars(value).items()} if isinstance(value, Account | Node) else value


@pytest.mark.parametrize("call", OBJECTS, ids=lambda call: call[0].__name__)
def test_objects_are_given_and_changed_as_in_python(call: Any) -> None:
    function, arguments = call
    graph = ng.function(function)
    for _ in range(2):
        result, given, _ = outcome(graph, arguments, {})
        wanted, theirs, _ = outcome(function, arguments, {})
        assert (inside(result), inside(given)) == (inside(wanted), inside(theirs))
    assert len(graph.traces) == 1


@pytest.mark.parametrize("call", ["function(both, both, 1.0)", "function(ring, 1)"])
def test_an_object_that_is_given_twice_is_refused(call: str) -> None:
    ring = Node(1)
    ring.after = ring
    function, arguments = (transfer, (Account("ann", 1.0),) * 2 + (1.0,)) if "both" in call else (along, (ring, 1))
    with pytest.raises(ng.NbgraphError, match="among the arguments twice, and a graph would take it for two"):
        ng.function(function)(*arguments)


def test_an_object_that_is_known_by_another_name_is_refused_where_it_changes() -> None:
    account = Account("ann", 1)

    def put(given, amount):
        given.put(amount)
        return account.balance

    with pytest.raises(ng.NbgraphError, match="the function knows it by another name, too"):
        ng.function(put)(account, 2)
    assert account.balance == 1


def test_a_method_that_is_another_one_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ng.function(save)
    assert graph(Account("ann", 1), 2)[0] == 2
    monkeypatch.setattr(Account, "put", lambda self, amount: amount)
    assert graph(Account("ann", 1), 2)[0] == 1


def test_a_static_list_is_looked_up_by_what_it_holds() -> None:
    def smallest(xs, scale, n):
        xs.sort()
        return xs[0] * n, list(scale), type(xs[0]).__name__

    graph = ng.function(smallest, static_argnames=("xs", "scale"))
    calls: list[tuple[Any, ...]] = [
        ([3, 1], {"b": 1, "a": 2}),
        ([3, 1], {"a": 2, "b": 1}),
        ([3, True], {}),
        ([3, 1], {}),
    ]
    for xs, scale in calls:
        assert outcome(graph, (xs, scale, 4), {}) == outcome(smallest, (xs, scale, 4), {})
        assert outcome(graph, (xs, scale, 5), {}) == outcome(smallest, (xs, scale, 5), {})
    assert len(graph.traces) == 4


def test_a_static_list_that_the_caller_changes_is_another() -> None:
    def first(xs, n):
        return xs[0] * n

    graph, xs = ng.function(first, static_argnames="xs"), [2, 3]
    assert graph(xs, 2) == 4
    xs[0] = 5
    assert graph(xs, 2) == 10
    xs[0] = 2
    assert graph(xs, 2) == 4
