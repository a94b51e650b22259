"""What a call leaves in its arguments was drawn as something that it returns."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


class Point:
    def __init__(self, x: Any, y: Any) -> None:
        self.x, self.y = x, y

    def move(self, d: Any) -> None:
        self.x = self.x + d


def put(xs: Any, i: Any, v: Any) -> None:
    xs[i] = v


def through_a_helper(xs: Any, v: Any) -> Any:
    put(xs, 1, v)
    return sum(xs)


def by_a_method(p: Any, d: Any) -> Any:
    p.move(d)
    return p.x * p.y


def in_a_dict(d: Any, k: Any) -> Any:
    d["a"] = d["a"] + k
    return k * 2


def in_a_row(m: Any, n: Any) -> Any:
    put(m[0], 1, n)
    return n + 1


def all_items(xs: Any, n: Any) -> None:
    for i in range(len(xs)):
        xs[i] += n


def the_result(xs: Any, n: Any) -> Any:
    xs[0] = n
    return xs


def grown(xs: Any, n: Any) -> Any:
    for i in range(n):
        xs.append(i)
    return n


@pytest.mark.parametrize(
    ("function", "arguments", "labels"),
    [
        (through_a_helper, ([1, 2, 3], 7), ["return", "changed xs[1]"]),
        (by_a_method, (Point(1, 2), 3), ["return", "changed p.x"]),
        (in_a_dict, ({"a": 1, "b": 2}, 3), ["return", "changed d['a']"]),
        (in_a_row, ([[1, 2], [3, 4]], 5), ["return", "changed m[0][1]"]),
        (all_items, ([1, 2, 3], 4), ["changed xs"]),
        (the_result, ([1, 2, 3], 4), ["return xs"]),
        (grown, ([1, 2, 3], 4), ["return n", "changed xs"]),
    ],
)
def test_what_a_call_changes_is_not_a_return(function: Any, arguments: Any, labels: list[str]) -> None:
    shown = ng.graph(function, *arguments).view()
    assert [node.label for node in shown.nodes if node.kind == "output" and node.operation != "check"] == labels


def test_a_function_without_operations_has_lines() -> None:
    def swapped(a: Any, b: Any) -> Any:
        return b, a

    assert all(node.span is not None for node in ng.graph(swapped, 1, 2).nodes)
