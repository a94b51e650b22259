"""Layouts of tiles: all parts have places, neighbours keep their order, one slow tile loses only what is behind it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.engines import Engine, engines, run_layouts
from nbgraph.core.drawing.layout import draw
from nbgraph.core.drawing.layouts import read_layout
from nbgraph.core.drawing.tile_layout import Layout, keeps_order, lay_out
from nbgraph.core.graph.tiles import Tiles, tiles
from tests.core.lax_programs import COLLATZ, graph_of


@pytest.fixture
def cut() -> Tiles:
    return tiles(graph_of(COLLATZ, "collatz", 27, arguments=("a",)))


@pytest.mark.parametrize("engine", engines(), ids=lambda engine: engine.name)
def test_every_engine_gives_every_part_a_place(cut: Tiles, engine: Engine) -> None:
    made = lay_out(cut.tiles, list(cut.boxes.values()), seconds=60, using=(engine,))
    assert made is not None
    drawn, sizes, is_whole = made
    assert is_whole
    assert sizes.keys() == cut.boxes.keys()
    assert [tile for tile, _ in drawn][:3] == list(cut.tiles[:3])
    for tile, layout in drawn:
        assert layout.nodes.keys() == {node.id for node in tile.graph.nodes}
        assert layout.regions.keys() == {region.id for region in tile.graph.regions if region.parent is not None}
        assert layout.edges.keys() == {edge.id for edge in tile.graph.edges}
        assert all(len(line.points) % 3 == 1 for line in layout.edges.values())


def bubble(xs: Any) -> Any:
    items = list(xs)
    for i in range(len(items)):
        swapped = False
        for j in range(len(items) - 1 - i):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
                swapped = True
        if not swapped:
            break
    return items


@pytest.mark.parametrize("engine", engines(), ids=lambda engine: engine.name)
def test_a_tile_stands_the_same_whatever_was_laid_out_before(engine: Engine) -> None:
    """Graphviz orders clusters by where their names are in memory, which those before it had left in disorder."""
    texts = [dot_text(tile.graph) for tile in tiles(ng.graph(bubble, [5, 2, 9, 1])).tiles]
    together = run_layouts(engine, texts, 60)
    alone = [run_layouts(engine, [text], 60)[0] for text in texts]
    assert list(map(read_layout, together)) == list(map(read_layout, alone))


def test_lines_run_from_their_source_to_their_target(cut: Tiles) -> None:
    made = lay_out(cut.tiles)
    assert made is not None
    (tile, layout), *_ = made[0]
    for edge in tile.graph.edges:
        (x, y), (u, v) = layout.edges[edge.id].points[0], layout.edges[edge.id].points[-1]
        for node, at in ((edge.source, (x, y)), *(() if edge.into else ((edge.target, (u, v)),))):
            a, b, width, height = layout.nodes[node]
            assert abs(at[0] - a) <= width / 2 + 2 and abs(at[1] - b) <= height / 2 + 2, (edge, at)


def test_inputs_come_in_at_the_top_and_results_leave_at_the_bottom(cut: Tiles) -> None:
    made = lay_out(cut.tiles)
    assert made is not None
    for tile, layout in made[0]:
        if tile.region == "r0":
            continue
        _, top, _, height = layout.regions[tile.region]
        for node in tile.graph.nodes:
            if node.role == "port":
                assert (
                    (layout.nodes[node.id][1] <= top) if node.id[0] == "i" else layout.nodes[node.id][1] >= top + height
                )


def test_the_same_tiles_have_the_same_layout(cut: Tiles) -> None:
    again = tiles(graph_of(COLLATZ, "collatz", 27, arguments=("a",)))
    assert lay_out(cut.tiles, seconds=3) == lay_out(again.tiles, seconds=4)


def test_what_a_child_wrote_before_its_time_was_over_counts(cut: Tiles) -> None:
    program = """import sys, time
print('{"bb": "0,0,9,9"}')
print('{"bb": "0,0,10,10", "objects": [{"name": "n0", "pos": "5,5", "width": "0.1", "height": "0.1"}]}', flush=True)
print('{"bb": "0,', flush=True)
time.sleep(60)"""
    slow = Engine("slow", ("false",), layouts=(sys.executable, "-S", "-c", program))
    made = lay_out(cut.tiles, seconds=1, using=(slow,))
    assert made is not None
    assert [layout.nodes for _, layout in made[0]] == [{"n0": (5, 5, 7, 7)}]


def test_a_child_that_breaks_down_is_followed_by_one_for_the_rest(cut: Tiles) -> None:
    program = """import os
print('{"bb": "0,0,9,9"}')
print('{"bb": "0,0,10,10", "objects": [{"name": "n0", "pos": "5,5", "width": "0.1", "height": "0.1"}]}', flush=True)
os.abort()"""
    weak = Engine("weak", ("false",), layouts=(sys.executable, "-S", "-c", program))
    made = lay_out(cut.tiles[:2], seconds=5, using=(weak,))
    assert made is not None
    assert [layout.width for _, layout in made[0]] == [10, 9]


@pytest.mark.parametrize("layouts", [(), ("false",), ("no-such-program",), (sys.executable, "-S", "-c", "print('no')")])
def test_an_engine_that_fails_is_passed_over(cut: Tiles, layouts: tuple[str, ...]) -> None:
    assert lay_out(cut.tiles, using=(Engine("broken", ("false",), layouts=layouts),)) is None


@pytest.mark.parametrize(
    "written",
    [
        "{}",
        '{"bb": "0,0,9"}',
        '{"bb": "0,0,nan,9"}',
        '{"bb": [0, 0, 9, 9]}',
        '{"bb": "0,0,9,9", "objects": 3}',
        '{"bb": "0,0,9,9", "objects": [{"name": "n0", "pos": "5", "width": "1", "height": "1"}]}',
        '{"bb": "0,0,9,9", "edges": [{"id": "e0", "pos": "e,"}]}',
    ],
)
def test_json_that_is_no_layout_is_passed_over(cut: Tiles, written: str) -> None:
    odd = Engine("odd", ("false",), layouts=(sys.executable, "-S", "-c", f"print({written!r} * 20)"), placed=("false",))
    assert lay_out(cut.tiles, list(cut.boxes.values()), using=(odd,)) is None
    assert draw(graph_of(COLLATZ, "collatz", 27, arguments=("a",)), using=(odd,)) is None


def test_an_engine_that_failed_once_is_asked_again(cut: Tiles, tmp_path: Path) -> None:
    """A failure may be the machine's."""
    switch = tmp_path / "works"
    program = """import os, sys
if not os.path.exists(sys.argv[1]):
    sys.exit(1)
print('{"bb": "0,0,9,9"}' * 20)
"""
    engine = Engine("late", ("false",), layouts=(sys.executable, "-S", "-c", program, str(switch)))
    assert lay_out(cut.tiles, using=(engine,)) is None
    switch.touch()
    assert lay_out(cut.tiles, using=(engine,)) is not None


def test_a_view_that_turns_neighbours_round_is_told() -> None:
    one = Layout(100, 50, {"n0": (10, 10, 10, 10), "n1": (40, 12, 10, 10), "n2": (10, 40, 10, 10)}, {}, {})
    assert keeps_order(one, one)
    assert keeps_order(one, replace(one, nodes={**one.nodes, "n2": (90, 40, 10, 10)}))
    assert not keeps_order(one, replace(one, nodes={**one.nodes, "n0": (80, 10, 10, 10)}))
    assert keeps_order(one, replace(one, nodes={"n1": (40, 12, 10, 10)}))
