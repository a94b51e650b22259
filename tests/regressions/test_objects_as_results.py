"""A function that returned an object of the user's class was refused, and so were later cells that call it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.value_text import value_text


@dataclasses.dataclass
class Point:
    x: float
    y: float


class Account:
    def __init__(self, balance: float) -> None:
        self.balance = balance
        self.log = []  # type: ignore[var-annotated]

    def add(self, amount: float):  # type: ignore[no-untyped-def]
        if amount > 0:
            self.balance += amount
        self.log.append(amount)
        return self


class Frame:
    __slots__ = ("content", "inner")

    def __init__(self, content: Any, inner: Any = None) -> None:
        self.content, self.inner = content, inner


def middle(a: Point, b: Point) -> Point:
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def saved(n: int) -> Account:
    account = Account(0)
    for k in range(n):
        account.add(k)
    return account


def known(n: int) -> Account:
    return Account(5).add(1)


def nested(n: int) -> Any:
    return [Point(n, 1), (Point(n + 1, None), {"k": Point("name", [n, 2 * n])})]


def linked(n: int) -> Account:
    first, second = Account(n), Account(n + 1)
    first.next = second  # type: ignore[attr-defined]
    return first


def framed(n: int) -> Frame:
    return Frame(n, Frame(2 * n))


def by_sign(n: int) -> Point:
    return Point(n, 0) if n > 0 else Point(0, n)


def early(n: int) -> Point:
    if n > 3:
        return Point(n, 1.5)
    point = Point(-n, 2)
    for k in range(n):
        point.y += k
    return point


def larger(n: int) -> Any:
    points = [Point(n, 1), Point(4, 2), Point(-n, 3)]
    return max(points, key=lambda point: point.x)


def grown(n: int) -> Any:
    account = saved(n)
    account.balance *= 2
    return account, account.balance


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    *((middle, (Point(0.0, 1.0), Point(each, 4.0))) for each in (2.0, -7.0)),
    *((each, (n,)) for n in (0, 3, 5) for each in (saved, known, nested, linked, framed, grown)),
    *((each, (n,)) for n in (0, 3, 5, -4) for each in (by_sign, early, larger)),
]


def told(value: Any) -> Any:
    """A value as Python's own numbers, objects as their class and attributes, in the order in which they were set."""
    if isinstance(value, Frame):
        return Frame, told(value.content), told(value.inner)
    if isinstance(value, Point | Account):
        return type(value), [(name, told(part)) for name, part in vars(value).items()]
    if isinstance(value, dict):
        return {key: told(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(told, value))
    return value.item() if hasattr(value, "item") else value


@pytest.mark.parametrize(("function", "arguments"), CALLS, ids=lambda each: getattr(each, "__name__", str(each)))
def test_it_is_pythons(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    graph = ng.function(function)
    first, second = graph(*arguments), graph(*arguments)
    assert told(first) == told(second) == told(function(*arguments))
    assert first is not second


@pytest.mark.parametrize("function", [saved, nested, linked])
def test_each_call_makes_its_own(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    first = graph(3)
    before = told(first)
    other = graph(3)
    target = other[0] if isinstance(other, list) else other
    vars(target).clear()
    assert told(first) == before == told(graph(3))


def deposit(account: Account, amount: int) -> Account:
    return account.add(amount)


def beside(point: Point, n: int) -> Any:
    return n + 1, [point]


def farthest(points: list[Point]) -> Point:
    found = points[0]
    for point in points:
        if point.x > found.x:
            found = point
    return found


def most(points: list[Point]) -> Point:
    return max(points, key=lambda point: point.x)


def either(a: Point, b: Point) -> Point:
    return a if a.x > b.x else b


def test_an_argument_that_is_returned_is_the_callers_own() -> None:
    account = Account(2)
    assert ng.function(deposit)(account, 3) is account
    assert (account.balance, account.log) == (5, [3])
    point = Point(1.0, 2.0)
    assert ng.function(beside)(point, 2)[1][0] is point


@pytest.mark.parametrize("function", [farthest, most])
@pytest.mark.parametrize("numbers", [(1.0, 5.0, 3.0), (4.0, 0.0, 4.0), (1.0, 2.0, 3.0)])
def test_one_of_several_arguments_is_the_callers_own(function: Any, numbers: tuple[float, ...]) -> None:
    points = [Point(each, 0.0) for each in numbers]
    assert ng.function(function)(points) is function(points)
    a, b, *_ = points
    assert ng.function(either)(a, b) is either(a, b)


def test_inside_another_graph_one_of_several_is_refused_and_a_new_one_is_given() -> None:
    points = ng.function(lambda x: [Point(x, 1.0), Point(2.0, 3.0)])
    for graph in (ng.function(most), ng.convert(most)):
        with pytest.raises(ng.NbgraphError, match="one of several objects"):  # was an AssertionError of ours
            jax.jit(lambda x: graph(points(x)).y)(1.0)  # noqa: B023
    assert jax.grad(lambda x: ng.function(middle)(Point(x, 0.0), Point(1.0, 2.0)).x)(3.0) == 0.5
    assert list(jax.vmap(lambda n: ng.function(by_sign)(n).x)(jnp.array([2, -3]))) == [2, 0]


def twice(n: int) -> Any:
    point = Point(n, 1)
    return point, point


def ring(n: int) -> Any:
    account = Account(n)
    account.me = account  # type: ignore[attr-defined]
    return account


def holding(rows: list[int]) -> Any:
    account = Account(1)
    account.log = rows
    return account


@pytest.mark.parametrize(
    ("function", "argument", "says"),
    [
        (twice, 3, "holds a Point twice"),
        (ring, 3, "holds an Account twice"),
        (holding, [1, 2], "an Account whose `log` the caller has, too"),
    ],
)
def test_one_that_would_become_another_is_refused(function: Any, argument: Any, says: str) -> None:
    with pytest.raises(ng.NbgraphError, match=says):
        ng.function(function)(argument)


def test_its_graph_and_code_name_the_attributes() -> None:
    text = ng.graph(middle, Point(0.0, 1.0), Point(2.0, 4.0)).to_text()
    assert "return result.x" in text and "return result.y" in text
    assert "return Point(x=(a.x + b.x) / 2, y=(a.y + b.y) / 2)" in ng.to_code(middle, Point(0.0, 1.0), Point(2.0, 4.0))
    assert "Account, balance=account_balance, log=" in ng.to_code(saved, 3)
    assert "account.balance = " in ng.to_code(deposit, Account(2), 3)


@pytest.mark.parametrize("function", [saved, by_sign, early])
def test_its_code_returns_it(function: Any) -> None:
    names: dict[str, Any] = {"__name__": "pasted"}
    exec(compile(ng.to_code(function, 4), "pasted", "exec", dont_inherit=True), names)
    made, expected = names[function.__name__](4), function(4)
    assert type(made).__name__ == type(expected).__name__
    assert told(list(vars(made).items())) == told(list(vars(expected).items()))


def test_the_page_writes_what_is_in_an_object_that_does_not_say_it() -> None:
    account = saved(3)
    assert value_text(account) == "Account(balance=3, log=[0, 1, 2])"
    account.log[:] = [Account(1), {"next": account}]
    assert value_text(account) == "Account(balance=3, log=[Account(...), {'next': Account(...)}])"  # and no address
