"""The graph's plain data: nothing lost on the way, everything found, hostile or not."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.drawing.engines import engines
from nbgraph.core.graph.model import Edge, Graph, Node, Region
from nbgraph.core.graph.tiles import tiles
from nbgraph.core.inspect import report
from nbgraph.core.source.text import Definition, SourceText
from nbgraph.core.spans import Span
from nbgraph.widgets.payload import graph as written
from nbgraph.widgets.payload.graph import draw_ahead, graph_data, graph_view, left_out
from nbgraph.widgets.payload.recording import recording_data
from nbgraph.widgets.payload.spans import Places
from nbgraph.widgets.save import graph_of
from tests.core.graph.test_simplify import chain
from tests.core.lax_programs import COLLATZ
from tests.core.lax_programs import graph_of as traced

PLACES = Places([Definition("f", SourceText("f", ("",) * 10_000), Span("f", 1, 0, 10_000, 0))])


@pytest.fixture
def collatz() -> Graph:
    return traced(COLLATZ, "collatz", 27, arguments=("a",))


def without_lines(text: str) -> str:
    return re.sub(r"  \(line \d+\)", "", text)


def primes(n: int) -> list[int]:
    found: list[int] = []
    for i in range(2, n):
        prime = True
        for p in found:
            if i % p == 0:
                prime = False
                break
        if prime:
            found.append(i)
    return found


@pytest.mark.skipif(not engines(), reason="there is no engine")
@pytest.mark.parametrize("views", ["kept", "left out"])
def test_what_was_drawn_ahead_is_not_laid_out_again(
    views: str, collatz: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the primes some views are left out, as neighbours change sides in them."""
    graph = collatz if views == "kept" else ng.graph(primes, 27)
    monkeypatch.setattr(written, "_DRAWN", {})
    draw_ahead(graph).join()
    monkeypatch.setattr(written, "lay_out", lambda *_, **__: pytest.fail("it was laid out again"))
    monkeypatch.setattr("subprocess.run", lambda *_, **__: pytest.fail("a child was started"))
    assert graph_data(graph, PLACES)["tiles"]


@pytest.mark.parametrize("length", [3, 900])
def test_data_read_back_are_the_same_graph_as_far_as_it_can_be_opened(length: int, collatz: Graph) -> None:
    for graph in (collatz, chain(length)):
        assert graph_of(graph_data(graph, PLACES)).to_text() == without_lines(graph.to_text())


def test_everything_is_shown_or_in_a_box_that_is_searched() -> None:
    data = graph_data(chain(900), PLACES)
    assert data["total"] == 900
    plain = sum(row[10] < 0 for row in data["nodes"])
    assert plain + len(data["hidden"]) == 902
    assert {row[0] for row in data["hidden"]} <= {row[0] for row in data["regions"]}
    assert data["unsearched"] == 0


def test_what_the_search_cannot_find_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written, "INDEXED", 100)
    data = graph_data(chain(900), PLACES)
    assert len(data["hidden"]) == 100
    assert sum(row[10] < 0 for row in data["nodes"]) + 100 + data["unsearched"] == 902


def test_a_region_that_is_not_in_the_page_is_asked_for_and_nothing_else_moves() -> None:
    graph = chain(5000)
    page = graph_data(graph, PLACES)
    first, second, *_ = left_out(page)
    one = graph_view(graph, [f"r{first}"], PLACES)
    both = graph_view(graph, [f"r{first}", f"r{second}"], PLACES)
    assert [tile[0] for tile in (*one["tiles"], *both["tiles"])] == [first, second]
    seen = page["tiles"] + one["tiles"] + both["tiles"]
    assert set(left_out(page)) - set(left_out({**both, "tiles": seen})) == {first, second}
    sizes = {row[0]: row[5:7] for row in both["regions"]}
    assert all(sizes[row[0]] == row[5:7] for row in page["regions"])
    # Each line of a tile that the page has is that of an edge that still is there.
    edges = {row[0] for row in both["edges"]}
    assert all(line[0] in edges for tile in seen for line in tile[5])


@pytest.mark.parametrize("regions", [["r1"], ["r99"]])
def test_what_cannot_be_opened_says_why(regions: list[str], collatz: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="more than 300 boxes"):
        graph_view(collatz, regions, PLACES)
    monkeypatch.setattr(written, "lay_out", lambda *tiles, **more: None)
    graph = chain(5000)
    with pytest.raises(ValueError, match="no layout engine"):
        graph_view(graph, [f"r{left_out_at_first(graph)}"], PLACES)


def left_out_at_first(graph: Graph) -> int:
    return min(int(region[1:]) for region in tiles(graph).closed)


def test_long_programs_are_small_data() -> None:
    assert len(json.dumps(graph_data(chain(900), PLACES), separators=(",", ":"))) < 200_000


def test_hostile_names_are_only_in_the_table_of_strings(hostile: str) -> None:
    nodes = (Node("n0", "input", "input", hostile, names=(hostile,)), Node("n1", "output", "output", hostile))
    data: dict[str, Any] = graph_data(
        Graph(hostile, nodes, (Edge("e0", "n0", "n1", hostile),), (Region("r0", "function", hostile),)), PLACES
    )
    rest = {**data, "strings": [], "text": "", "name": ""}
    assert hostile in data["strings"]
    assert re.fullmatch(r'[\w\s"\[\]{},:.-]*', json.dumps(rest))


def test_the_same_graph_is_laid_out_once(collatz: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    before = graph_data(collatz, PLACES)
    with monkeypatch.context() as without:
        without.setattr(written, "lay_out", lambda *_, **__: None)
        assert graph_data(collatz, PLACES) == before
        assert not graph_data(chain(3), PLACES)["tiles"]


def test_where_the_first_test_of_a_chain_is_true_all_of_the_later_branches_are_left() -> None:
    def toll(axles: float) -> float:
        if axles <= 2:
            cost = axles * axles * 3
        elif axles <= 5:
            cost = axles * axles * 5
        else:
            cost = axles * axles * 9
        return cost

    made = report(toll, 1.0)
    assert made.graph is not None and made.recording is not None
    branches = [region.id for region in tiles(made.graph).finest.regions if region.kind == "branch"]
    data = recording_data(made.recording, made.graph, Places.of_report(made))
    assert [place[3:] for place in data["places"] if len(place) > 3] == [[branches[:1], branches[1:]]]
