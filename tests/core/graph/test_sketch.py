"""Sketches of a graph, for a stage that has no room for the whole."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from nbgraph.core import inspect
from nbgraph.core.drawing import tile_layout
from nbgraph.core.drawing.tile_layout import STAGES, Layout, lay_out, lay_out_stages
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.sketch import sketches
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
    for tile in sketches(cut):
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
