"""True is drawn left of False, in explorers and files, whatever Graphviz made of it; nothing else is lost by it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

import nbgraph as ng
from nbgraph.core.drawing.engines import engines
from nbgraph.core.drawing.leaves import with_leaves
from nbgraph.core.drawing.sides import true_first
from nbgraph.core.drawing.splines import falling, read_spline, sampled
from nbgraph.core.drawing.tile_layout import Box, Layout, lay_out
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.tiles import tiles
from tests.programs.pool import load_all

SAMPLE = [
    "arrays.histogram", "branches.blocks_in_a_loop", "classics.collatz", "classics.huber", "comprehensions.with_helper",
    "evaluation_order.at_run_time", "ordinary.move_zeros", "patterns.pair", "ordinary.bubble",
    "classics.fizzbuzz",
]  # fmt: skip
needs_an_engine = pytest.mark.skipif(not engines(), reason="no layout engine")


def graph_of(name: str) -> Graph:
    program = load_all()[name]
    return ng.graph(program.function, *program.arguments[0])


def sides(graph: Graph, layout: Layout) -> list[tuple[Box, Box]]:
    """Left, top, right and bottom of each branch of an open conditional and of the one after it."""
    boxes = {name: (x, y, x + w, y + h) for name, (x, y, w, h) in layout.regions.items()}
    found = []
    for region in graph.regions:
        inside = [each for each in graph.regions if each.parent == region.id and each.kind == "branch"]
        closed = [node for node in graph.nodes if node.region == region.id and node.operation == "branch"]
        for node in closed:
            x, y, w, h = layout.nodes[node.id]
            boxes[node.folds or ""] = (x - w // 2, y - h // 2, x + w // 2, y + h // 2)
        names = sorted(
            (*(each.id for each in inside), *(node.folds or "" for node in closed)), key=lambda r: int(r[1:])
        )
        if region.kind == "cond":
            found += pairwise(boxes[name] for name in names)
    return found


@needs_an_engine
@pytest.mark.parametrize("name", SAMPLE)
def test_true_stands_left_of_false(name: str) -> None:
    cut = tiles(graph_of(name))
    made = lay_out(cut.tiles, seconds=20)
    assert made is not None
    seen = 0
    for tile, layout in made[0]:
        for one, other in sides(tile.graph, layout):
            beside = one[1] < other[3] and other[1] < one[3]
            assert not beside or one[2] <= other[0], (tile.region, one, other)
            seen += beside
    assert seen


@needs_an_engine
@pytest.mark.parametrize("name", SAMPLE)
def test_what_is_in_a_region_stays_in_it_and_lines_stay_at_their_nodes(name: str) -> None:
    cut = tiles(graph_of(name))
    made = lay_out(cut.tiles, seconds=20)
    assert made is not None
    for tile, layout in made[0]:
        parents = {region.id: region.parent for region in tile.graph.regions}
        for node in tile.graph.nodes:
            if node.region in layout.regions:
                (x, y, _, _), (left, top, w, h) = layout.nodes[node.id], layout.regions[node.region]
                assert left - 1 <= x <= left + w + 1 and top - 1 <= y <= top + h + 1, (tile.region, node)
        for region, (x, y, w, h) in layout.regions.items():
            if parents[region] in layout.regions:
                left, top, wide, high = layout.regions[parents[region] or ""]
                assert left - 1 <= x and x + w <= left + wide + 1 and top - 1 <= y and y + h <= top + high + 1
        for edge in with_leaves(tile.graph).edges:
            points = layout.edges[edge.id].points
            for node, (u, v) in ((edge.source, points[0]), *(() if edge.into else ((edge.target, points[-1]),))):
                x, y, w, h = layout.nodes[node]
                assert abs(u - x) <= w / 2 + 3 and abs(v - y) <= h / 2 + 3, (tile.region, edge)


@needs_an_engine
def test_a_file_has_true_on_the_left_too() -> None:
    svg = graph_of("classics.huber").to_svg()
    assert svg is not None
    starts = [_left_of(svg, word) for word in ("True", "False")]
    assert starts[0] < starts[1]


def _left_of(svg: str, word: str) -> float:
    found = re.search(rf'<text[^>]* x="([-\d.]+)"[^>]*>{word}</text>', svg)
    assert found
    return float(found[1])


def test_the_text_names_true_first() -> None:
    text = graph_of("classics.huber").to_text()
    assert text.index("[True]") < text.index("[False]")


def test_a_graph_without_branches_is_as_it_was() -> None:
    layout = {"bb": "0,0,10,10", "objects": [], "edges": []}
    assert list(true_first(layout, ng.graph(lambda x: x + 1, 2.0))) == [layout]


def test_a_line_keeps_its_tips() -> None:
    line = read_spline("s,0,0 0,1 0,2 0,3 0,4 0,5 0,6 0,7")
    assert line.reversed().end == (0, 0)
    assert line.to(3).then(line.since(3)) == line
    assert line.mapped(lambda point: (9 - point[0], point[1])).start == (9, 0)
    assert sampled(falling((0, 10), (8, 0)).points)[-1] == (8, 0)
