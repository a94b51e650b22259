"""`field(default_factory=list)`: a list that the call makes, which was taken for one from outside."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import Any

import pytest

import nbgraph as ng
from tests.programs import oracle


@dataclass
class Account:
    balance: float = 0.0
    history: list[Any] = field(default_factory=list)

    def withdraw(self, amount: Any) -> Any:
        if amount > self.balance:
            return False
        self.balance -= amount
        self.history.append(amount)
        return True


@dataclass
class Counted:
    start: InitVar[int]
    items: list[Any] = field(default_factory=list)
    fixed: list[Any] = field(default_factory=list, init=False)

    def __post_init__(self, start: Any) -> None:
        for i in range(start):
            self.items.append(i)


def withdrawn(have: Any, want: Any) -> Any:
    account = Account(have)
    done = account.withdraw(want)
    return done, account.balance, account.history


def in_a_loop(n: Any, amount: Any) -> Any:
    account = Account(100.0, [])
    other = Account(balance=amount)
    for _ in range(n):
        account.withdraw(amount)
        other.history.append(1.0)
    return account.history, len(other.history), other.history is account.history


def filled_as_it_is_made(n: Any, _: Any) -> Any:
    made = Counted(n)
    return made.items, made.fixed, Counted(0, [n]).items


@pytest.mark.parametrize(
    ("function", "calls"),
    [
        (withdrawn, [(10.0, 3.0), (3.0, 10.0)]),
        (in_a_loop, [(3, 10.0), (0, 10.0), (4, 40.0)]),
        (filled_as_it_is_made, [(3, 0), (0, 0)]),
    ],
)
def test_such_a_list_grows_as_any_other(function: Any, calls: list[tuple[Any, ...]]) -> None:
    graph = ng.function(function)
    for arguments in calls:
        python, outcome = oracle.in_python(function, arguments), oracle.observe(graph, arguments)
        assert oracle.disagreement(python, outcome) == "", arguments
