"""Tiles: what can be opened, what is counted, and that every part of the whole is in them."""

from __future__ import annotations

import pytest

from nbgraph.core.graph.fold import fold
from nbgraph.core.graph.model import Edge, Graph, Node, Region
from nbgraph.core.graph.simplify import view, without_noise
from nbgraph.core.graph.tiles import LARGEST, SHIPPED, WHOLE_NODES, tiles
from nbgraph.core.spans import Span
from tests.core.graph.test_simplify import chain
from tests.core.lax_programs import COLLATZ, graph_of


@pytest.fixture
def collatz() -> Graph:
    return graph_of(COLLATZ, "collatz", 27, arguments=("a",))


def test_the_first_tile_is_the_view(collatz: Graph) -> None:
    assert tiles(collatz).tiles[0].graph == view(collatz)


def test_regions_that_are_asked_for_are_cut_out_and_change_nothing_else() -> None:
    long = chain(5000)
    before = tiles(long)
    outer = min(before.closed, key=lambda region: int(region[1:]))
    after = tiles(long, asked=(outer,))
    assert [tile for tile in after.tiles if tile.region != outer] == list(before.tiles)
    (tile,) = (tile for tile in after.tiles if tile.region == outer)
    assert before.closed - after.closed == {outer}
    assert {node.folds for node in tile.graph.nodes if node.folded > 1} == after.closed - before.closed
    assert len(after.finest.nodes) > len(before.finest.nodes)


def test_a_region_that_is_too_large_or_open_is_not_cut_out_again(collatz: Graph) -> None:
    assert tiles(collatz, asked=("r1", "r99")) == tiles(collatz)


def test_every_operation_is_in_the_finest_view_or_in_a_box_that_says_so(collatz: Graph) -> None:
    cut = tiles(collatz)
    assert len(cut.finest.nodes) == len(without_noise(collatz).nodes)
    assert cut.closed == frozenset()
    helpers = [tile.region for tile in cut.tiles[1:] if tile.region != "r0"]
    assert sorted(cut.boxes[region].operation for region in helpers) == ["floor_divide", "remainder"]


def test_a_tile_has_a_port_for_each_value_that_crosses_its_border(collatz: Graph) -> None:
    tile = next(tile for tile in tiles(collatz).tiles if tile.region != "r0")
    ports = [node.id for node in tile.graph.nodes if node.role == "port"]
    assert ports == ["i1", "o14", "i4"]
    ends = {end for edge in tile.graph.edges for end in (edge.source, edge.target)}
    assert set(ports) <= ends <= {node.id for node in tile.graph.nodes}


def test_a_closed_region_looks_as_in_a_view_in_which_it_is_closed(collatz: Graph) -> None:
    cut = tiles(collatz)
    for region, box in cut.boxes.items():
        opened = {each.id for each in cut.complete.regions} - {region}
        (seen,) = (node for node in fold(cut.complete, opened).nodes if node.folds == region)
        assert box == seen


def test_a_long_program_stays_within_the_limits_and_counts_what_it_folds() -> None:
    cut = tiles(chain(5000))
    alone = [tile for tile in cut.tiles[1:] if tile.region != "r0"]
    wholes = [tile for tile in cut.tiles[1:] if tile.region == "r0"]
    assert sum(len(tile.graph.nodes) for tile in (cut.tiles[0], *alone)) <= SHIPPED + 40
    assert sum(len(tile.graph.nodes) for tile in wholes) <= WHOLE_NODES
    assert all(len(tile.graph.nodes) <= LARGEST for tile in cut.tiles)
    assert sum(node.folded or node.kind == "operation" for node in cut.tiles[0].graph.nodes) == 5000
    assert cut.closed
    assert all(cut.boxes[region].folded > 1 for region in cut.closed)


def test_values_into_a_closed_box_are_counted_once_each() -> None:
    nodes = (
        Node("n0", "input", "input", "x"),
        Node("n1", "operation", "add", "+", region="r1"),
        Node("n2", "operation", "add", "+", region="r1"),
    )
    edges = (Edge("e0", "n0", "n1", "x"), Edge("e1", "n0", "n2", "x"), Edge("e2", "n0", "n2", "y"))
    regions = (Region("r0", "function", "f"), Region("r1", "library", "g", "r0"))
    cut = tiles(Graph("f", nodes, edges, regions))
    assert [(edge.id, edge.name) for edge in cut.finest.edges] == [("e0", "x"), ("e1", "x"), ("e2", "y")]
    assert [(edge.id, edge.name) for edge in cut.tiles[0].graph.edges] == [("e0", "x, y")]


@pytest.mark.parametrize(("kept", "target"), [("r1", "n3"), ("r0", None)])
def test_a_test_whose_branch_begins_with_noise_steers_what_is_left_of_it(kept: str, target: str | None) -> None:
    """The edge led to a node that was gone, and the layout made a node of it."""
    place = Span("f", 2, 0, 2, 5)
    nodes = (
        Node("n0", "input", "input", "x"),
        Node("n1", "operation", "gt", "x > 0"),
        Node("n2", "operation", "convert_element_type", "cast", place, region="r1"),
        Node("n3", "operation", "add", "x + 1", place, region=kept),
    )
    edges = (
        Edge("e0", "n0", "n1"),
        Edge("e1", "n0", "n2"),
        Edge("e2", "n2", "n3"),
        Edge("e3", "n1", "n2", "True", kind="control", into="r1"),
    )
    regions = (Region("r0", "function", "f"), Region("r1", "branch", "True", "r0"))
    seen = without_noise(Graph("f", nodes, edges, regions))
    assert [edge.target for edge in seen.edges if edge.kind == "control"] == ([target] if target else [])
    assert {end for edge in seen.edges for end in (edge.source, edge.target)} <= {node.id for node in seen.nodes}
