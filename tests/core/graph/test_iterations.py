"""The iterations of a loop that Python ran stand together, and those like the first are closed."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.simplify import prepared


def borders(graph: Graph) -> list[str]:
    return [region.label for region in graph.regions if region.kind in ("unrolled", "iteration", "repeats")]


def shown(graph: Graph) -> list[str]:
    return [node.label for node in graph.view().nodes if node.kind == "operation"]


def power(x: Any) -> Any:
    r = 1.0
    for _ in range(4):
        r = r + x * r
    return r


def both(x: Any) -> Any:
    for c in [1.0, 2.0, 3.0]:
        x = x * c
    k = 0
    while k < 3:
        x = x + 1.0
        k += 1
    return x


def test_the_first_iteration_is_shown_and_the_others_are_one_box() -> None:
    graph = ng.graph(power, 2.0)
    assert borders(graph)[:2] == ["4 × for _ in range(4)", "iterations 2–4"]
    assert shown(graph) == ["x * r", "r + x * r", "iterations 2–4"]


def test_many_iterations_are_blocks_called_by_their_numbers() -> None:
    def f(x: Any) -> Any:
        for i in [0.5] * 61:
            x = x * 1.5 + i
        return x

    blocks = [label for label in borders(ng.graph(f, 2.0).view()) if label.startswith("iterations")]
    inside = [region.label for region in prepared(ng.graph(f, 2.0), 40).regions if region.kind == "repeats"]
    assert blocks == [] and inside[:3] == ["iterations 2–61", "iterations 2–6", "iterations 7–11"]
    assert shown(ng.graph(f, 2.0)) == ["x * 1.5", "x * 1.5 + i", "iterations 2–61"]


def test_loops_that_follow_each_other_stand_apart() -> None:
    graph = ng.graph(both, 2.0)
    assert [label for label in borders(graph) if "×" in label] == ["3 × for c in [1.0, 2.0, 3.0]", "3 × while k < 3"]
    assert shown(graph) == ["x * c", "iterations 2–3", "x + 1.0", "iterations 2–3"]


def test_an_iteration_that_does_something_else_is_shown() -> None:
    def f(x: Any) -> Any:
        for i in range(6):
            x = x * 2.0 if i == 2 else x + 1.0
        return x

    assert shown(ng.graph(f, 2.0)) == ["x + 1.0", "x + 1.0", "x * 2.0", "x + 1.0", "iterations 5–6"]


def test_the_item_of_an_iteration_goes_with_it() -> None:
    def f(v: Any) -> Any:
        start = v.sum()
        for item in v:
            start = start + item * item
        return start

    graph = ng.graph(f, jnp.ones(4))
    regions = {node.label: node.region for node in graph.view().nodes}
    assert regions["v.sum()"] == "r0"  # used in the first iteration alone, and no part of the loop
    assert regions["item"] == regions["item * item"] == regions["iterations 2–4"] != "r0"


def test_loops_in_loops() -> None:
    def f(a: Any) -> Any:
        t = 0.0
        for i in range(3):
            for j in range(3):
                t = t + a[i, j] * a[j, i]
        return t

    view = ng.graph(f, jnp.ones((3, 3))).view()
    assert [node.label for node in view.nodes if node.role == "folded"].count("iterations 2–3") == 2


def nested(rows: Any) -> Any:
    return [[v * v + rows[0][0] for v in row] for row in rows], [k / 2 for k in rows[0]]


def test_comprehensions_are_called_by_their_loops() -> None:
    labels = [label for label in borders(ng.graph(nested, [[1.0, 2.0], [3.0, 4.0]])) if "×" in label]
    assert labels == ["2 × for row in rows", *["2 × for v in row"] * 2, "2 × for k in rows[0]"]


def triangle(x: Any) -> Any:
    for end in (3, 2, 1):
        for _ in range(end):
            x = x * x
    return x


def test_of_iterations_that_differ_the_first_is_open() -> None:
    assert shown(ng.graph(triangle, 2.0)) == ["x * x", "iterations 2–3", "iteration 2", "x * x"]


def test_an_iteration_of_which_nothing_is_used_is_closed() -> None:
    def running(xs: Any) -> Any:
        best = xs[0]
        out = []
        for x in xs:
            if x > best:
                best = x
            out.append(best)
        return out

    found = shown(ng.graph(running, [3, 1, 4, 1, 5]))
    assert found == ["x > best", "x > best", "best = x if x > best", "iterations 3–5"]


def test_a_break_is_in_its_loop() -> None:
    def halved(x: Any) -> Any:
        for _ in range(4):
            x = x - x // 3
            if x < 5:
                break
        return x

    graph = ng.graph(halved, 40)
    assert "break" in [node.label for node in graph.nodes]
    assert {node.label for node in graph.nodes if node.region == "r0"} == {"x", "return x"}


def test_the_way_back_counts_down() -> None:
    backward = [label for label in borders(ng.graph(jax.grad(power), 2.0)) if label.startswith("iteration ")]
    assert "iteration 4" in backward


@pytest.mark.parametrize("trips", [0, 1])
def test_one_iteration_is_no_loop(trips: int) -> None:
    def f(x: Any) -> Any:
        for _ in range(trips):
            x = x + 1.0
        return x

    assert borders(ng.graph(f, 2.0)) == []


def test_every_node_and_every_edge_is_kept() -> None:
    graph = ng.graph(both, 2.0)
    assert [node.label for node in graph.nodes].count("x * c") == 3
    ids = {node.id for node in graph.nodes}
    assert all(edge.source in ids and edge.target in ids for edge in graph.edges)
    parents = {region.id: region.parent for region in graph.regions}
    assert all(parent is None or parent in parents for parent in parents.values())
    assert {node.region for node in graph.nodes} <= parents.keys()


def test_a_loop_has_as_many_iterations_as_in_the_gutter() -> None:
    """Of the first iteration nothing is left in the graph."""

    def total(n: Any) -> Any:
        a, b = 0, 1
        for i in range(5):
            a, b = (b, a + b * n) if i else (a, b)
        return b

    assert [label for label in borders(ng.graph(total, 3)) if "×" in label] == ["5 × for i in range(5)"]


def test_unlike_iterations_are_one_box_behind_the_first() -> None:
    def shifted(text: str, shift: Any) -> Any:
        out = ""
        for letter in text:
            out = out + chr((ord(letter) - ord("a") + shift) % 26 + ord("a"))
        return out

    graph = ng.graph(shifted, "attack", 3)
    assert borders(graph) == ["6 × for letter in text", "iterations 2–6", *[f"iteration {at}" for at in range(2, 7)]]
    assert [label for label in shown(graph) if label.startswith("iteration")] == ["iterations 2–6"]


def test_one_statement_that_begins_from_constants_is_the_same_in_all_iterations() -> None:
    """The first `counts[v] += 1` counts in zeros that the program holds, the second in what the first gave."""

    def tally(votes: Any) -> Any:
        counts = [0, 0, 0]
        for v in votes:
            counts[v] += 1
        return counts

    loop = borders(ng.graph(tally, [0, 1, 2, 1]))
    assert loop[:2] == ["4 × for v in votes", "iterations 2–4"] and "iteration 1" not in loop
