"""A data class with a `__str__` printed what its `__repr__` writes; `"{!r}".format(...)` wrote a tracer.

The habit: a data class for what is in a table or a cart, with a `__str__` for its line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import pytest

import nbgraph as ng
from nbgraph.core.staging.enumerated.placeholders import TextOfTracedError


@dataclass
class Item:
    name: str
    price: float

    def __str__(self) -> str:
        return f"{self.name}: {self.price:.2f}"


class Priced:
    price: float

    def __str__(self) -> str:
        return f"for {self.price}"


@dataclass
class Inherited(Priced):
    price: float


@dataclass
class Formatted:
    price: float

    def __format__(self, spec: str) -> str:
        return f"{self.price:{spec or '.1f'}} each"


class Pair(NamedTuple):
    a: int

    def __str__(self) -> str:
        return f"pair of {self.a}"


def lines(item):
    print(item)
    print("x", item, [item], sep="; ")


def in_strings(item):
    print(f"{item}|{item!s}|{item!r}|{[item]}")
    print("%s %r" % (item, item), str(item), repr(item))  # noqa: UP031


def made(price):
    print(Item("pen", price + 1))


def formatted(item):
    print("{!r} of {}".format(item, 1))  # noqa: UP032


ITEMS = [Item("pen", 1.5), Inherited(2.0), Formatted(2.5)]
CALLS = [*((f, each) for f in (lines, in_strings) for each in ITEMS), (made, 0.5)]


def written(function: Callable[..., Any], given: Any, capsys: pytest.CaptureFixture[str]) -> str:
    function(given)
    jax.effects_barrier()
    return capsys.readouterr().out


@pytest.mark.parametrize(("function", "given"), CALLS)
def test_an_object_is_printed_as_python_prints_it(
    function: Callable[..., Any], given: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert written(ng.function(function), given, capsys) == written(function, given, capsys)


@pytest.mark.parametrize(("function", "given"), [(formatted, ITEMS[0]), (lines, Pair(1))])
def test_a_tracer_is_written_nowhere(function: Any, given: Any) -> None:
    with pytest.raises(TextOfTracedError):
        ng.function(function)(given)


class Basket:
    def __init__(self, price: Any) -> None:
        self.price, self.items = price, [price, Formatted(price * 2)]

    def __str__(self) -> str:
        return f"{self.price}, {self.items[0]} and {self.items[1]:.1f}"


class Expensive(Exception):
    def __init__(self, basket: Basket, limit: Any) -> None:
        super().__init__(basket, limit)
        self.basket, self.limit = basket, limit

    def __str__(self) -> str:
        return f"{self.basket} over {self.limit}"


def raised_alone(price):
    if not price < 2:
        raise AssertionError(Basket(price))
    return price


def raised(price):
    if price > 2:
        raise ValueError("too much", {"basket": Basket(price)}["basket"])
    return price


def raised_of_its_own(price):
    if price > 2:
        raise Expensive(Basket(price), price - 1)
    return price


@pytest.mark.parametrize("function", [raised_alone, raised, raised_of_its_own])
def test_an_object_in_an_exception_has_the_values_of_the_run(function: Any) -> None:
    """Its attributes were those of the trace: `str(error)` said `JitTracer(~float32[])`."""
    with pytest.raises((AssertionError, ValueError, Expensive)) as theirs:
        function(5.5)
    with pytest.raises(type(theirs.value)) as ours:
        ng.function(function)(5.5)
    assert [*map(str, ours.value.args)] == [*map(str, theirs.value.args)]
    if function is not raised:  # whose text has the address of the object
        assert str(ours.value) == str(theirs.value)
