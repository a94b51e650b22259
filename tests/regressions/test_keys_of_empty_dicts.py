"""A key known at run time, asked of a dict that is still empty, in a branch: `KeyError: JitTracer` without a place.

The branch is traced before anything has been put into the dict; whether it is reached, the run tells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


class Inventory:
    def __init__(self) -> None:
        self.stock: dict[Any, Any] = {}

    def add(self, item: Any, n: Any) -> None:
        self.stock[item] = self.stock.get(item, 0) + n

    def remove(self, item: Any, n: Any) -> None:
        if self.stock.get(item, 0) < n:
            raise ValueError(f"not enough {item}")
        self.stock[item] -= n


def moved(moves: Any) -> Any:
    inventory = Inventory()
    for item, n in moves:
        if n > 0:
            inventory.add(item, n)
        else:
            inventory.remove(item, -n)
    return inventory.stock


def deleted(xs: Any) -> Any:
    seen = {}
    for x in xs:
        if x < 0:
            del seen[-x]
        else:
            seen[x] = x * x
    return seen


def popped(xs: Any) -> Any:
    seen, total = {}, 0
    for x in xs:
        if x < 0:
            total += seen.pop(-x)
        else:
            seen[x] = x * x
    return seen, total


def removed(xs: Any) -> Any:
    seen = set()
    for x in xs:
        if x < 0:
            seen.remove(-x)
        else:
            seen.add(x)
    return seen


def asked(n: Any) -> Any:
    d = {}
    return d[n] if n > 1 else 5


def after(program: Callable[..., Any], argument: Any) -> Any:
    try:
        return program(argument)
    except (KeyError, ValueError) as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    ("program", "argument"),
    [
        (moved, [(1, 3), (2, 2), (1, -1)]),
        (moved, [(1, 3), (1, -4)]),
        (moved, [(1, -4)]),
        *((each, xs) for each in (deleted, popped, removed) for xs in ([1, 2, 1], [1, 2, -2, 3], [-1, 2], [1, 2, -3])),
        (asked, 0),
        (asked, 3),
    ],
)
def test_it_is_python_s(program: Callable[..., Any], argument: Any) -> None:
    assert after(ng.function(program), argument) == after(program, argument)


def test_a_new_key_out_of_several_strings_is_refused_by_their_names() -> None:
    def by_name(xs: Any) -> Any:
        inventory, names = Inventory(), ["nut", "bolt"]
        for x in xs:
            inventory.add(names[x], 2)
        return inventory.stock

    with pytest.raises(NbgraphError, match="may become a new key") as refused:
        ng.function(by_name)([0, 1, 0])
    assert '{"nut": 0, "bolt": 0}' in str(refused.value)
