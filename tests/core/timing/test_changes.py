"""What plain Python's run leaves behind is told, and the next run begins as it did."""

from __future__ import annotations

import copy

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.timing.verdict import judge

balance = 100
cart: list[str] = []
book: dict[str, int] = {}
grid = np.zeros(3)
stream = iter([1, 2, 3])


class Account:
    opened = 0

    def __init__(self, balance):
        self.balance = balance
        Account.opened += 1

    def deposit(self, n):
        self.balance += n
        return self.balance


account = Account(10)


def withdraw(amount):
    global balance
    if amount > balance:
        raise ValueError("not enough")
    balance = balance - amount
    return balance


def add(item):
    cart.append(item)
    return len(cart)


def learn(name):
    book[name] = 1
    return len(book)


def mark(i):
    grid[i] = 1.0
    return grid.sum()


def collect(x, seen=[]):  # noqa: B006
    seen.append(x)
    return len(seen)


def open_another(n):
    return Account(n).balance


def count():
    count.n = getattr(count, "n", 0) + 1
    return count.n


def make_tick():
    n = 0

    def tick():
        nonlocal n
        n += 1
        return n

    return tick


tick = make_tick()

CALLS = [
    (withdraw, (20,), 80, "`balance`"),
    (add, ("milk",), 1, "`cart`"),
    (learn, ("x",), 1, "`book`"),
    (mark, (1,), 1.0, "`grid`"),
    (collect, (5,), 1, "a default of `collect`"),
    (open_another, (5,), 5, "`Account.opened`"),
    (account.deposit, (5,), 15, "`self.balance`"),
    (count, (), 1, "`count.n`"),
    (tick, (), 1, "`n`"),
]


@pytest.mark.parametrize(("function", "arguments", "value", "name"), CALLS)
def test_a_change_is_told_and_ends_with_the_call(function, arguments, value, name):
    for _ in range(2):
        found = ng.compare(function, *arguments)
        assert found.python_value == value
        assert found.changed == (name,)
        assert f"This call changes {name}." in str(found)
        assert "not enough" not in str(found), "a later run begins as the first did"
    assert (balance, cart, book, list(grid), account.balance) == (100, [], {}, [0, 0, 0], 10)


def test_a_result_that_is_put_back_is_shown_as_it_was():
    def both(x, seen=[]):  # noqa: B006
        seen.append(x)
        return seen

    assert ng.compare(both, 5).python_value == [5]
    assert ng.compare(both, 6).python_value == [6]


def test_an_iterator_moves_on_once():
    found = ng.compare(lambda: next(stream))
    assert found.python_value == 1
    assert found.changed == ("`stream`",)
    assert "This call moves `stream` on (line" in str(found)
    assert next(stream) == 2


draws = np.random.default_rng(0)


def thrown(n):
    twice = n * 2
    return twice + draws.random()


def walked(n):
    total = n
    for number in numbers:
        total = total + number
    return total


numbers = iter([1, 2, 3])


@pytest.mark.parametrize(("function", "name", "line"), [(thrown, "draws", 2), (walked, "numbers", 2)])
def test_what_moves_on_is_told_at_the_line_that_uses_it(function, name, line):
    place = function.__code__.co_firstlineno + line
    assert f"This call moves `{name}` on (line {place})" in str(ng.compare(function, 3))


def test_random_numbers_are_told_to_later_calls_only():
    def push(items):
        items.append(np.random.rand() > 2)
        return len(items)

    found = ng.compare(push, [1])
    assert found.changed == ("the state of `np.random`", "the argument `items`")
    assert "random" not in found.changes


class Purse:
    def __init__(self):
        self.money = 3


def doubled(x):
    for key in range(1):
        x[key] = x[key] * 2
    return x[0]


def spent(purse):
    purse.money = purse.money - 1
    return purse.money


def refused(items):
    items.append(1)
    raise ValueError("too many")


@pytest.mark.parametrize(
    ("function", "argument", "name"),
    [
        (doubled, [1, 2], "x"),
        (doubled, {0: 1}, "x"),
        (doubled, np.ones(2), "x"),
        (spent, Purse(), "purse"),
        (refused, [1], "items"),
    ],
)
def test_a_changed_argument_is_told_and_keeps_what_it_had(function, argument, name):
    before = copy.deepcopy(argument)
    found = ng.compare(function, argument)
    assert found.changes == (
        f"This call changes the argument `{name}`. The change ends with the call: the notebook keeps what it had."
    )
    assert judge(before, argument).equal


def test_an_array_of_jax_is_no_argument_that_python_changes():
    assert ng.compare(doubled, jnp.ones(2)).changes == ""


@pytest.mark.parametrize("arguments", [(3,), ([1, 2],), ((1, [2]),), ({"a": account},), (np.zeros(2),), (account,)])
def test_nothing_is_told_of_a_call_that_changes_nothing(arguments):
    def first(x):
        return withdraw.__name__ and cart and x and 0

    assert ng.compare(first, *arguments).changed == ()


def test_a_method_s_object_is_called_self():
    found = ng.compare(account.deposit, 5)
    assert "`self.balance` is changed by `deposit`" in str(found.graph_error)
    assert found.graph_error.span.line == deposit_line()


def deposit_line():
    code = Account.deposit.__code__
    return code.co_firstlineno + 1
