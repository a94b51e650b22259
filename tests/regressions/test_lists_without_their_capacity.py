"""At the node of a list that grows stood the whole buffer: `[0.0, 0.0, …` where the list was empty."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

import nbgraph as ng


def evens(n: Any) -> Any:
    xs = []
    for i in range(n):
        if i % 2 == 0:
            xs.append(i * 1.5)
    return xs


def rows(n: Any) -> Any:
    table = []
    for i in range(n):
        row = []
        for j in range(i):
            if j % 2 == 0:
                row.append(j)
        table.append(row)
    return table


def held(n: Any) -> Any:
    found = {"odd": [], "all": []}
    while n > 0:
        found["all"].append(n)
        if n % 2:
            found["odd"].append(n)
        n //= 2
    return found


def given(xs: Any, n: Any) -> Any:
    for i in range(n):
        if i > 1:
            xs.append(i)
    xs.pop()
    return xs


CASES: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, list[str]]]] = [
    (evens, (4,), {"xs": ["[]", "[0.0]", "[0.0, 3.0]"], "return xs": ["[0.0, 3.0]"]}),
    (rows, (3,), {"table": ["[]", "[[]]", "[[], [0]]", "[[], [0], [0]]"], "return table": ["[[], [0], [0]]"]}),
    (
        held,
        (5,),
        {
            "found['odd']": ["[]", "[5]", "[5, 1]"],
            "found['all']": ["[]", "[5]", "[5, 2]", "[5, 2, 1]"],
            "return found['odd']": ["[5, 1]"],
            "return found['all']": ["[5, 2, 1]"],
        },
    ),
    (given, ([7], 4), {"xs": ["[7]", "[7, 2]", "[7, 2, 3]"], "return xs": ["[7, 2]"]}),
]


@pytest.mark.parametrize(("function", "arguments", "expected"), CASES, ids=[each.__name__ for each, *_ in CASES])
def test_the_node_of_a_list_has_the_items_that_the_list_has(
    function: Callable[..., Any], arguments: tuple[Any, ...], expected: dict[str, list[str]]
) -> None:
    graph = ng.graph(function, *arguments)
    labels = {node.id: node.label for node in graph.nodes if node.role == "variable" or node.kind == "output"}
    found: dict[str, list[str]] = {label: [] for label in expected}
    for step in ng.trace_values(function, *arguments).steps:
        for value in step.nodes:
            found.get(labels.get(value.node, ""), []).append(value.text)
    assert {label: [text for text, _ in groupby(texts)] for label, texts in found.items()} == expected
