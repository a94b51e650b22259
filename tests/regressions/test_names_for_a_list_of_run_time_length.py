"""`a, b = items` of a list whose length only the run knows was refused: the names say how many items there must be.

Machines of puzzles (`a, b, c = memory[ip : ip + 3]`), the two least of what a filter leaves, rows of a ragged table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng


def machine(program: Any) -> Any:
    memory, at = list(program), 0
    while memory[at] != 99:
        a, b, c = memory[at + 1 : at + 4]
        memory[c] = memory[a] + memory[b] if memory[at] == 1 else memory[a] * memory[b]
        at += 4
    return memory


def two_digits(n: Any) -> Any:
    tens, ones = [int(c) for c in str(n)]
    return tens, ones, tens * 10 + ones


def least(xs: Any) -> Any:
    low, high = sorted(x for x in xs if x > 0)[:2]
    return low * high


def from_edges(n: Any) -> Any:
    edges = [[i, i + 1] for i in range(n)]
    edges[0].append(7)
    edges[0].pop()
    total = 0
    for u, v in edges:
        total += u * v
    return total


def caught(n: Any) -> Any:
    try:
        a, b = [i + 0 for i in range(n)]
    except ValueError:
        return -1
    return a + b


def rows(n: Any) -> Any:
    pair = [[i, i * i] for i in range(n)]
    first, second = pair
    first[0] = 9
    return pair, second


CALLS: list[tuple[Callable[..., Any], list[Any]]] = [
    (machine, [[1, 0, 0, 0, 99], [1, 1, 1, 4, 99, 5, 6, 0, 99], [99]]),
    (two_digits, [42, 7, 123]),
    (least, [[3, -1, 2, 5], [1, 1], [4, -4]]),
    (from_edges, [3, 1, 5]),
    (caught, [2, 1, 3, 0]),
    (rows, [2]),
]


def said(function: Callable[..., Any], argument: Any) -> Any:
    try:
        return function(argument)
    except (ValueError, IndexError) as error:
        return type(error), str(error)


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_as_many_names_as_items_are_bound(function: Callable[..., Any], arguments: list[Any]) -> None:
    graph = ng.function(function)
    for argument in (*arguments, *arguments):
        assert said(graph, argument) == said(function, argument)


def test_under_the_users_jit() -> None:
    def ends(n: Any) -> Any:
        ng.loop_options(max_iterations=4)
        found = [i * i for i in range(4) if i < n]
        a, b = found
        return a + b

    compiled = jax.jit(ng.convert(ends))
    assert compiled(2) == 1
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"expected 2, got 1"):
        jax.block_until_ready(compiled(1))
