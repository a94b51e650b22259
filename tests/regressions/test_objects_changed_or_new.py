"""An object that one path changes in place and the other replaces: `if hit: p.x += 1` and `else: p = P(0)`.

Habit: a particle, a player or a node that goes on, or starts afresh.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.staging.state.merge import BranchMismatchError


class P:
    def __init__(self, x: Any, y: Any = 0) -> None:
        self.x, self.y = x, y


def moved(p: P, by: int) -> P:
    p.x += by
    return p


def goes_on_or_starts_afresh(n: int, x: int) -> Any:
    p = P(x)
    if n == 1:
        p.x += n
    else:
        p = P(n)
    return p.x


def starts_afresh_or_goes_on(n: int, x: int) -> Any:
    p = P(x)
    if n > 1:
        p = P(n)
    else:
        p.x, p.y = p.y, 4
        if x > 1:
            p.y += x
    return p.x, p.y


def by_expression(n: int, x: int) -> Any:
    p = P(x)
    p = moved(p, 2) if n == 1 else P(n)
    return p.x


def in_a_tuple(n: int, x: int) -> Any:
    t = (P(x), 1)
    if n == 1:
        t[0].x += 2
    else:
        t = (P(n), 2)
    return t[0].x, t[1]


def in_an_attribute(n: int, x: int) -> Any:
    p = P(P(x), P(1))
    if n == 1:
        p.x.x += n
        p.y = P(8)
    else:
        p.x = P(n)
    return p.x.x, p.y.x


def in_a_dict(n: int, x: int) -> Any:
    d = {"p": P(x)}
    if n == 1:
        d["p"].x += n
    else:
        d["p"] = P(n)
    return d["p"].x


def in_a_try(n: int, x: int) -> Any:
    p = P(x)
    try:
        p.x += 1
        if x > 1:
            raise ValueError
        p = P(n)
    except ValueError:
        p.y = 3
    return p.x, p.y


@pytest.mark.parametrize(
    "function",
    [
        goes_on_or_starts_afresh,
        starts_afresh_or_goes_on,
        by_expression,
        in_a_tuple,
        in_an_attribute,
        in_a_dict,
        in_a_try,
    ],
)
def test_a_change_is_kept(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    given = [(1, -1), (3, 1), (1, 4)]
    assert [graph(*each) for each in given] == [function(*each) for each in given]


def one_of_two_is_known(n: int, x: int) -> Any:
    p, q = P(x), P(1)
    best = p if p.x > q.x else q
    if n == 1:
        p.x += n
    else:
        p = P(n)
    best.x = 4
    return p.x, best.x


def test_one_of_two_may_be_the_object() -> None:
    with pytest.raises(BranchMismatchError, match=r"`p` is a P .* and a new P"):
        ng.function(one_of_two_is_known)(1, 4)
