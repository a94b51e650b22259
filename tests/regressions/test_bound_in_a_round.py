"""A name that a round binds on some paths only: after a loop that surely runs it had a zero, Python no value."""
# ruff: noqa: B007  (the name is read after its loop: that is the point)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def walrus(b):
    k = 2
    while (k := k - 1) >= 0:
        for i in range(1, b % 5):
            return -1
    return i


def nested_for(b):
    for _ in range(2):
        for i in range(1, b % 5):
            return -1
    return i


def one_for(b):
    for i in range(1, b % 5):
        return -1
    return i


def nested_while(b):
    k = 2
    while k > 0:
        k -= 1
        for i in range(1, b % 5):
            return -1
    return i


def return_inside(b):
    k = 2
    while k > 0:
        k -= 1
        for i in range(1, b % 5):
            if b > 100:
                return -1
    return i


def return_after(b):
    k = 2
    while k > 0:
        k -= 1
        for i in range(1, b % 5):
            pass
        if b > 100:
            return -1
    return i


def twenty_rounds(b):
    for _ in range(20):
        for i in range(1, b % 5):
            pass
    return i


def under_condition(b):
    for _ in range(20):
        if b > 100:
            i = 1
    return i


def endless(b):
    k = 0
    while True:
        k += 1
        if b > 12:
            i = k
        if k > b % 5:
            break
    return i


def outcome(function: Callable[..., Any], argument: int) -> Any:
    try:
        return int(function(argument))
    except UnboundLocalError:
        return "no value"


@pytest.mark.parametrize(
    "function",
    [walrus, nested_for, one_for, nested_while, return_inside, return_after, twenty_rounds, under_condition, endless],
)
def test_it_has_a_value_where_python_has_one(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for argument in (11, 10, 13, 101):
        assert outcome(graph, argument) == outcome(function, argument), argument
