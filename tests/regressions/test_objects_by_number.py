"""`people[i]` at a run-time index, and what `min`, `sorted` and linked nodes lead to: objects were refused there.

What is read is one of several objects, as a reference: it sees what becomes of the object under another name, and
what is assigned to it is seen there.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


@dataclass
class Person:
    name: str
    age: int


@dataclass(frozen=True)
class Point:
    x: int
    y: int


class Account:
    fees = 0

    def __init__(self, owner: str, balance: int) -> None:
        self.owner, self.balance, self.log = owner, balance, [0, 0]

    def deposit(self, amount: Any) -> Any:
        if amount < 0:
            raise ValueError("negative")
        self.balance += amount
        return self.balance

    @property
    def half(self) -> Any:
        return self.balance // 2

    @half.setter
    def half(self, value: Any) -> None:
        self.balance = value * 2

    def __add__(self, other: Any) -> Any:
        return self.balance + (other.balance if isinstance(other, Account) else other)

    def __lt__(self, other: Any) -> Any:
        return self.balance < other.balance


class Savings(Account):
    def deposit(self, amount: Any) -> Any:
        return super().deposit(amount + 1)


class Node:
    def __init__(self, value: int, following: Any = None) -> None:
        self.value, self.following = value, following


def accounts(n: Any) -> Any:
    return [Account("a", 10), Account("b", n), Account("c", 30)]


def is_seen_under_another_name(n: Any) -> Any:
    xs = accounts(n)
    one, first = xs[n % 3], xs[0]
    first.balance += 100
    one.balance += 7
    return first.balance, one.balance, [x.balance for x in xs]


def stays_the_one_when_the_list_changes(n: Any) -> Any:
    xs = accounts(n)
    one = xs[n % 3]
    xs.reverse()
    xs[0] = Account("z", 5)
    one.balance += 1
    return [x.balance for x in xs], one.balance, one.owner


def is_that_one(n: Any) -> Any:
    xs = accounts(n)
    one, other = xs[n % 3], xs[(n * 2) % 3]
    return one is xs[0], one is not xs[2], one == xs[1], xs[1] == one, one is other, isinstance(one, Account), type(one)


def calls_of_methods(n: Any) -> Any:
    xs = accounts(n)
    for i in range(n):
        xs[i % 3].deposit(i)
    xs[n % 3].half = 50
    return [x.balance for x in xs], xs[n % 3] + 1, xs[0] + xs[n % 3], xs[n % 3] < xs[0], xs[n % 3].half


def best_so_far(n: Any) -> Any:
    xs, best, i = accounts(n), None, 0
    while i < n:
        if best is None or xs[i % 3].balance > best.balance:
            best = xs[i % 3]
        xs[i % 3].balance += i
        i += 1
    return -1 if best is None else best.balance


def between_two_lists(n: Any) -> Any:
    xs, ys = accounts(n), accounts(3)
    one = xs[n % 3] if n > 2 else ys[n % 3]
    one.balance = 0
    return [x.balance for x in xs], [y.balance for y in ys]


def by_selection(n: Any) -> Any:
    xs = [Person("a", n), Person("b", 7 - n), Person("c", 3), Person("d", n * n % 5)]
    for i in range(4):
        least = i
        for j in range(i + 1, 4):
            if xs[j].age < xs[least].age:
                least = j
        xs[i], xs[least] = xs[least], xs[i]
    return [x.age for x in xs], [x.name for x in xs]


def by_bubbles(n: Any) -> Any:
    xs = [Person("a", n), Person("b", 7 - n), Person("c", 3), Person("d", n * n % 5)]
    for i in range(4):
        for j in range(3 - i):
            if xs[j].age > xs[j + 1].age:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    xs[0].age = 50
    return [x.age for x in xs], [x.name for x in xs]


def in_order(n: Any) -> Any:
    xs = [Person("a", n), Person("b", 7 - n), Person("c", 4)]
    first = xs[0]
    ys = sorted(xs, key=lambda each: (each.age, each.name), reverse=True)
    xs.sort(key=lambda each: each.age)
    xs[0].age = -1
    return [x.age for x in xs], [y.age for y in ys], first.age, min(xs, key=lambda each: each.age).name


def taken_out(n: Any) -> Any:
    xs = accounts(n)
    one = xs.pop(n % 3)
    one.balance += 1
    del xs[n % 2]
    return [x.balance for x in xs], one.balance


def of_a_grid(n: Any) -> Any:
    grid = [[Person("c", i * 3 + j) for j in range(3)] for i in range(3)]
    for k in range(n):
        grid[k % 3][k * 2 % 3].age += k
    return [[each.age for each in row] for row in grid]


def of_objects_in_objects(n: Any) -> Any:
    xs = [Node(1, Person("s", n)), Node(2, Person("t", 3))]
    xs[n % 2].following.age += 5
    xs[(n + 1) % 2].following = Person("u", 9)
    return [x.following.age for x in xs], xs[n % 2].following.name


def in_a_circle(n: Any) -> Any:
    last = Node(3)
    first = Node(1, Node(n, last))
    last.following = first
    node = first
    for i in range(n):
        node.value += i
        node = node.following
    return first.value, last.value, node.value


def to_the_end(n: Any) -> Any:
    nodes = [Node(3)]
    nodes.append(Node(n, nodes[0]))
    nodes.append(Node(5, nodes[1]))
    node, total = nodes[n % 3], 0
    while node is not None:
        total = total * 10 + node.value
        node = node.following
    return total


class Tree:
    def __init__(self, key: int) -> None:
        self.key, self.left, self.right = key, None, None


def in_a_tree(n: Any) -> Any:
    root: Any = Tree(5)
    for key in [3, 8, 1, 4]:
        node = root
        while True:
            side = "left" if key < node.key else "right"
            if getattr(node, side) is None:
                setattr(node, side, Tree(key))
                break
            node = getattr(node, side)
    node, steps = root, 0
    while node is not None:
        steps += 1
        if node.key == n:
            return steps
        node = node.left if n < node.key else node.right
    return -1


def copied(n: Any) -> Any:
    xs, points = accounts(n), [Point(1, 2), Point(n, 3)]
    one, point = copy.copy(xs[n % 3]), dataclasses.replace(points[n % 2], x=9)
    one.balance += 1
    return [x.balance for x in xs], one.balance, point.y, point.x


def items_assigned(n: Any) -> Any:
    xs = accounts(n)
    xs[n % 3].log[n % 2] += 4
    return [x.log for x in xs], sum(xs[n % 3].log)


def appended_to(n: Any) -> Any:
    xs = accounts(n)
    for i in range(n):
        xs[i % 3].log.append(i)
    log = xs[n % 3].log
    log.append(9)
    return [x.log for x in xs], log, sum(xs[1].log)


class Stack:
    def __init__(self) -> None:
        self.items: list[Any] = []

    def push(self, item: Any) -> None:
        self.items.append(item)

    def is_empty(self) -> Any:
        return len(self.items) == 0


def on_stacks(n: Any) -> Any:
    stacks, total = [Stack(), Stack()], 0
    for i in range(n):
        stacks[i % 2].push(i)
    while not stacks[n % 2].is_empty():
        total = total * 10 + stacks[n % 2].items.pop()
    return total, [each.items for each in stacks]


def found_again(n: Any) -> Any:
    xs = accounts(n)
    one = xs[n % 3]
    place = xs.index(one)
    xs.remove(one)
    return place, one in xs, [x.owner for x in xs]


def by_a_table_of_methods(n: Any) -> Any:
    one, other, xs, ys = Account("a", 1), Account("b", 2), [1], [2]
    [one.deposit, other.deposit][n % 2](5)
    [xs.append, ys.append][n % 2](5)
    return one.balance, other.balance, xs, ys


def twice_in_the_list(n: Any) -> Any:
    one, other = Account("a", n), Account("b", 3)
    xs = [one, other, one]
    xs[n % 3].balance += 1
    return one.balance, other.balance, xs[n % 3] is one


def arrays_in_objects(n: Any) -> Any:
    xs = [Node(1, jnp.array([1.0, 2.0])), Node(2, jnp.array([3.0, 4.0]))]
    for i in range(n):
        xs[i % 2].following = xs[i % 2].following + i
    return [float(part) for each in xs for part in each.following]


def of_a_subclass(n: Any) -> Any:
    xs = (Savings("a", 1), Savings("b", n))
    return xs[n % 2].deposit(n), xs[0].balance


def made_in_the_loop(n: Any) -> Any:
    total = 0
    for i in range(n):
        xs = accounts(i)
        one = xs[i % 3]
        one.balance += 2
        total += one.balance + xs[1].balance
    return total


RUN = [
    *(is_seen_under_another_name, stays_the_one_when_the_list_changes, is_that_one, calls_of_methods, best_so_far),
    *(
        between_two_lists,
        by_selection,
        by_bubbles,
        in_order,
        taken_out,
        of_a_grid,
        of_objects_in_objects,
        in_a_circle,
        to_the_end,
    ),
    *(in_a_circle, to_the_end, in_a_tree),
    *(copied, items_assigned, appended_to, on_stacks, found_again, by_a_table_of_methods, twice_in_the_list),
    *(arrays_in_objects, of_a_subclass, made_in_the_loop),
]


@pytest.mark.parametrize("function", RUN, ids=lambda each: each.__name__)
def test_one_of_several_objects_is_a_reference(function: Callable[..., Any]) -> None:
    converted = ng.function(function)
    for n in (1, 4, 5):
        assert converted(n) == function(n)


def missing(n: Any) -> Any:
    nodes = [Node(1), Node(2, Node(n))]
    return nodes[n % 2].following.value


def outside(n: Any) -> Any:
    return accounts(n)[n].balance


def fixed(n: Any) -> Any:
    points = [Point(1, 2), Point(n, 3)]
    points[n % 2].x = 4  # type: ignore[misc]
    return points[0].x


def negative(n: Any) -> Any:
    return accounts(n)[n % 3].deposit(-n)


@pytest.mark.parametrize("function", [missing, outside, fixed, negative])
def test_errors_are_those_of_python(function: Callable[..., Any]) -> None:
    with pytest.raises(Exception, match=r".") as python:
        function(4)
    with pytest.raises(type(python.value), match=str(python.value).split("(")[0]):
        ng.function(function)(4)


def changed_under_another_name(n: Any) -> Any:
    xs = accounts(n)
    log = xs[n % 3].log
    xs[0].log.append(n)
    return log


def first_of_its_kind(n: Any) -> Any:
    xs = accounts(n)
    xs[n % 3].fees += 1
    return [x.fees for x in xs]


def as_a_key(n: Any) -> Any:
    xs = accounts(n)
    return {xs[0]: 1}.get(xs[n % 3])


def left_beside_the_others(n: Any) -> Any:
    kept: list[Any] = []
    one = Account("q", 0)
    for i in range(n):
        kept = accounts(i)
        one = kept[i % 3]
    one.balance += 1
    return kept[0].balance


REFUSED = [changed_under_another_name, first_of_its_kind, as_a_key, left_beside_the_others]


@pytest.mark.parametrize("function", REFUSED, ids=lambda each: each.__name__)
def test_what_a_number_cannot_say_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError):
        ng.function(function)(4)
