"""A loop in one expression is called by its header, and what it goes over is one box in front of it."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.tiles import tiles


def digits(n: Any) -> Any:
    return sum(int(c) for c in str(n))


def test_digits_are_one_box_before_their_loop() -> None:
    graph = ng.graph(digits, 9075)
    box = next(region for region in graph.regions if region.label == "str(n)")
    loop = next(region for region in graph.regions if region.kind == "while")
    inside = {region.id for region in graph.regions if box.id in (region.id, region.parent)}
    assert {node.region for node in graph.nodes if node.operation in ("div", "rem", "abs")} <= inside
    assert box.parent == loop.parent


def test_the_loop_of_a_comprehension_is_called_by_it() -> None:
    def pairs(n: Any) -> Any:
        return sum(i * j for i in range(n) for j in range(i))

    def labels(graph: Graph) -> list[str]:
        return [region.label for region in graph.regions if region.kind == "while"]

    assert labels(ng.graph(digits, 9075)) == ["for c in str(n)"]
    graph = ng.graph(pairs, 5)
    assert labels(graph) == ["for i in range(n)", "for j in range(i)"]
    assert {"i", "j"} <= {node.label for node in graph.nodes if node.role == "variable"}


def test_a_closed_box_is_as_large_as_its_picture_where_checks_take_a_value_of_it() -> None:
    cut = tiles(ng.graph(digits, 9075))
    (node,) = (node for node in cut.tiles[0].graph.nodes if node.label == "int(c)")
    assert cut.boxes[node.folds or ""].avals == node.avals


def test_an_expression_that_gives_two_values_is_one_box_with_their_names() -> None:
    def f(n: Any, b: Any) -> Any:
        q, r = divmod(n, b)
        return q * 10 + r

    view = ng.graph(f, 17, 5).view()
    (box,) = (node for node in view.nodes if node.label == "divmod(n, b)")
    assert [edge.name for edge in view.edges if edge.source == box.id] == ["q", "r"]


def test_an_item_of_a_written_out_loop_is_called_by_its_variable() -> None:
    def total(xs: Any) -> Any:
        s = 0
        for x in xs:
            s += x * x
        return s

    def in_one(xs: Any) -> Any:
        return sum(x * x for x in xs)

    for function in (total, in_one):
        nodes = ng.graph(function, jnp.arange(3)).nodes
        assert [node.label for node in nodes if node.operation == "slice"] == ["x"] * 3


def test_tables_that_a_box_needs_are_in_it() -> None:
    def is_palindrome(n: Any) -> Any:
        s = str(n)
        return s == s[::-1]

    view = ng.graph(is_palindrome, 12321).view()
    assert [node.label for node in view.nodes] == ["n", "s == s[::-1]", "return"]


def test_rows_that_a_loop_appends_to_are_called_as_they_are():
    def pairs(n):
        rows = [[1]]
        for i in range(1, n):
            rows.append([1, i])
        return rows

    graph = ng.graph(pairs, 5)
    before = [region.label for region in graph.regions if region.kind == "library" and region.operation == "pad"]
    assert before == ["rows"]
