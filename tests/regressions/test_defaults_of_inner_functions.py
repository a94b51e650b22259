"""The default of an inner `def` was left as typed, where that of a `lambda` was converted: `is` gave false, silently.

Who binds a loop's value early writes `def step(by=rate): ...`, and an expression comes in place of the name in time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng


class Account:
    def __init__(self, balance: float) -> None:
        self.balance = balance


def same(n: int, x: float) -> int:
    a, b, count = Account(x), Account(x), 0
    for _ in range(n):

        def asked(by=int(b is a)):  # type: ignore[no-untyped-def]
            return by

        count += asked()
        b = a
    return count


def chosen(n: int) -> tuple[int, bool]:
    def added(x, by=(1 if n > 2 else 0), *, asks=not n > 3):  # type: ignore[no-untyped-def]
        return x + by, asks

    return added(n)


def counted(n: int) -> int:
    total = 0
    for i in range(n):

        def doubled(k=i and 5):  # type: ignore[no-untyped-def]
            return k * 2

        total += doubled()
    return total


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (same, (3, 1.0)),
    (same, (1, 1.0)),
    (chosen, (2,)),
    (chosen, (5,)),
    (counted, (4,)),
]


@pytest.mark.parametrize(("f", "args"), CALLS, ids=lambda part: getattr(part, "__name__", str(part)))
def test_it_is_converted_as_in_python(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
    assert ng.convert(f)(*args) == f(*args)
    assert ng.function(f)(*map(jnp.asarray, args)) == f(*args)
