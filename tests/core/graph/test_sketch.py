"""Sketches of a graph, for a stage that has no room for the whole."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax.numpy as jnp
import pytest

from nbgraph.core import inspect
from nbgraph.core.drawing import tile_layout
from nbgraph.core.drawing.tile_layout import STAGES, Layout, lay_out, lay_out_stages
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.sketch import in_statements, sketches
from nbgraph.core.graph.tiles import tiles


def marked(n: int) -> list[bool]:
    found = [True] * (n + 1)
    for i in range(2, n + 1):
        if found[i]:
            for j in range(i * i, n + 1, i):
                found[j] = False
    return found


def chained(n: int) -> int:
    total = 0
    while n > 0:
        if n % 3 == 0:
            total = total + n
        n = n - 1
    return total


@pytest.fixture(scope="module")
def graph() -> Graph:
    return inspect.graph(marked, 9)


def labels(graph: Graph) -> set[str]:
    return {region.label for region in graph.regions[1:]}


def test_loops_and_branches_have_borders_and_bodies_have_none(graph: Graph) -> None:
    first = sketches(tiles(graph))[0].graph
    assert {region.kind for region in first.regions} == {"function", "while", "branch"}
    assert labels(first) == {"for i in range(2, n + 1)", "for j in range(i * i, n + 1, i)", "True", "False"}


def test_bookkeeping_and_what_a_header_says_are_left_out(graph: Graph) -> None:
    cut = tiles(graph)
    whole, first = cut.tiles[0].graph, sketches(cut)[0].graph
    assert any(node.role == "checks" for node in whole.nodes)
    assert not any(node.role == "checks" for node in first.nodes)
    assert {node.label for node in whole.nodes} - {node.label for node in first.nodes} >= {
        "range(2, n + 1)",
        "range(i * i, n + 1, i)",
    }
    assert "found[i]" in {node.label for node in first.nodes}


@pytest.mark.parametrize("function", [marked, chained])
def test_each_line_and_each_box_of_a_sketch_is_one_of_the_picture(function: Any) -> None:
    cut = tiles(inspect.graph(function, 9))
    for tile in (each for whole in sketches(cut) for each in (whole, in_statements(whole))):
        nodes = {node.id: node for node in tile.graph.nodes}
        regions = {region.id for region in tile.graph.regions}
        assert {node.region for node in nodes.values()} <= regions
        assert {region.parent for region in tile.graph.regions[1:]} <= regions
        for edge in tile.graph.edges:
            assert {edge.source, edge.target} <= nodes.keys()
            assert edge.into is None or edge.into in regions
        assert {edge.id for edge in tile.graph.edges} <= {edge.id for edge in cut.finest.edges}


def counted(n: int) -> int:
    total = 1
    for i in range(1, n + 1):
        total = total * i
    return total


def test_an_argument_that_only_a_header_takes_leads_to_its_loop() -> None:
    first = sketches(tiles(inspect.graph(counted, 5)))[0].graph
    (n,) = (node.id for node in first.nodes if node.label == "n")
    (line,) = (edge for edge in first.edges if edge.source == n)
    (loop,) = (region for region in first.regions if region.kind == "while")
    assert line.into == loop.id and {node.region for node in first.nodes if node.id == line.target} == {loop.id}


def kept(n: int) -> list[int]:
    found: list[int] = []
    for k in range(2, n):
        odd = k % 2 == 1
        if odd:
            found.append(k)
    return found


def test_a_branch_of_bookkeeping_alone_has_no_empty_border() -> None:
    """`if odd: found.append(k)`, whose branches only count the list's length."""
    graph = sketches(tiles(inspect.graph(kept, 9)))[0].graph
    homes, parents = {node.region for node in graph.nodes}, {region.parent for region in graph.regions}
    assert all(region.id in homes | parents for region in graph.regions)
    assert "stored item" in {node.label for node in graph.nodes}


def smoothed(u: Any, n: int) -> Any:
    for _ in range(n):
        left, right = jnp.roll(u, 1), u[::-1]
        change = left - 2 * u + right
        u = u + 0.1 * change
        u = u.at[0].set(0.0)
    return u


def test_a_sketch_by_statements_has_one_box_for_what_is_bound_to_a_name() -> None:
    whole = sketches(tiles(inspect.graph(smoothed, jnp.ones(8), 20)))[0]
    nodes = {node.id: node for node in in_statements(whole).graph.nodes}
    boxes = [node.label for node in nodes.values() if node.kind == "operation" and node.role != "variable"]
    assert boxes == ["jnp.roll(u, 1)", "u[::-1]", "left - 2 * u + right", "u + 0.1 * change", "u.at[0].set(0.0)"]
    ends = {(nodes[edge.source].label, nodes[edge.target].label) for edge in in_statements(whole).graph.edges}
    assert {("u", boxes[0]), (boxes[0], boxes[2]), ("u", boxes[2]), (boxes[3], boxes[4]), (boxes[4], "u")} <= ends


def test_a_stage_shows_statements_before_it_closes_a_loop() -> None:
    cut = tiles(inspect.graph(smoothed, jnp.ones(8), 20))
    drawn = lay_out_stages(cut, Layout(9999, 9999, {}, {}, {}))
    assert len({tile.opened for tile, _ in drawn}) == len(drawn)
    boxes = {node.label for node in drawn[0][0].graph.nodes}
    assert "u + 0.1 * change" in boxes and "0.1 * change" not in boxes


def test_a_test_leads_to_both_branches(graph: Graph) -> None:
    for view in (tiles(graph).tiles[0].graph, sketches(tiles(graph))[0].graph):
        branches = {region.id for region in view.regions if region.kind == "branch"}
        assert {edge.into for edge in view.edges if edge.kind == "control"} >= branches


def test_each_has_less_open_than_the_one_before_and_the_outermost_loop_stays_open(graph: Graph) -> None:
    made = sketches(tiles(graph))
    assert all(after.opened < before.opened for before, after in pairwise(made))
    assert "for i in range(2, n + 1)" in labels(made[-1].graph)


def test_for_each_size_of_a_stage_there_is_one_that_fits(graph: Graph) -> None:
    cut = tiles(graph)
    made = lay_out(cut.tiles, list(cut.boxes.values()))
    assert made is not None
    whole = made[0][0][1]
    assert whole.width > STAGES[0][0] or whole.height > STAGES[0][1]
    drawn = [layout for _, layout in lay_out_stages(cut, whole)]
    for width, height in STAGES:
        assert any(layout.width <= width and layout.height <= height for layout in drawn)


def test_what_fits_needs_no_sketch() -> None:
    cut = tiles(inspect.graph(lambda x: x + 1, 1))
    made = lay_out(cut.tiles, list(cut.boxes.values()))
    assert made is not None and lay_out_stages(cut, made[0][0][1]) == []


def test_a_layout_that_cannot_be_read_leaves_the_page_without_sketches(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tile_layout, "run_layouts", lambda *_: [{"bb": "0,0,9"}])
    assert lay_out_stages(tiles(graph), Layout(9999, 9999, {}, {}, {})) == []


def rolled(seed: int, goal: int) -> tuple[int, int]:
    mine, turns = 0, 0
    while mine < goal and turns < 3 * goal:
        seed = (seed * 1103 + 12345) % 65536
        mine = mine + seed % 6 + 1
        turns += 1
    return mine, turns


def test_a_statement_of_several_operations_is_one_box_and_the_header_alone_says_a_test() -> None:
    """A game of dice, whose body was one box of dozens of operations on a stage."""
    drawn = in_statements(sketches(tiles(inspect.graph(rolled, 7, 60)))[0]).graph
    nodes = {node.id: node for node in drawn.nodes}
    boxes = [node.label for node in nodes.values() if node.kind == "operation" and node.role != "variable"]
    assert boxes == ["… % 65536", "mine + seed % 6 + 1", "turns += 1"]
    (loop,) = (region for region in drawn.regions if region.kind == "while")
    assert loop.label == "while mine < goal and turns < 3 * goal"
    ends = {(nodes[edge.source].label, edge.into or nodes[edge.target].label) for edge in drawn.edges}
    assert {("goal", loop.id), ("seed", boxes[0]), (boxes[0], boxes[1]), (boxes[0], "seed")} <= ends


def sieved(limit: int) -> list[int]:
    found: list[int] = []
    for n in range(2, limit):
        prime = True
        for p in found:
            if n % p == 0:
                prime = False
        if prime:
            found.append(n)
    return found


def test_an_if_around_an_append_leads_to_the_item_that_it_stores() -> None:
    """The branches of `if prime: found.append(n)` hold bookkeeping alone: nothing led from the test."""
    first = sketches(tiles(inspect.graph(sieved, 30)))[0].graph
    nodes = {node.id: node for node in first.nodes}
    ends = [(nodes[edge.source].label, nodes[edge.target]) for edge in first.edges if edge.kind == "control"]
    assert [(source, end.label, end.role) for source, end in ends] == [("prime", "stored item", "merge")]


def test_the_header_of_a_for_says_its_test() -> None:
    first = sketches(tiles(inspect.graph(sieved, 30)))[0].graph
    assert "for p in found" in labels(first) and "<" not in {node.label for node in first.nodes}
