"""The graph's plain data: nothing lost on the way, everything found, hostile or not."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from nbgraph.core.graph.model import Edge, Graph, Node, Region
from nbgraph.core.spans import Span
from nbgraph.widgets.payload import graph as written
from nbgraph.widgets.payload.graph import graph_data, graph_view
from nbgraph.widgets.payload.graph_back import graph_of
from nbgraph.widgets.payload.places import Places
from tests.core.graph.test_simplify import chain
from tests.core.lax_programs import COLLATZ
from tests.core.lax_programs import graph_of as traced

PLACES = Places(Span("f", 1, 0, 10_000, 0), [""] * 10_000)


@pytest.fixture
def collatz() -> Graph:
    return traced(COLLATZ, "collatz", 27, arguments=("a",))


def without_lines(text: str) -> str:
    return re.sub(r"  \(line \d+\)", "", text)


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


def test_a_view_has_the_wanted_regions_open(collatz: Graph) -> None:
    helper = next(region.id for region in collatz.regions if region.operation == "floor_divide")
    opened = graph_view(collatz, frozenset({helper}), PLACES)["tiles"][0][4][::5]
    assert int(helper[1:]) in opened
    assert int(helper[1:]) not in graph_data(collatz, PLACES)["tiles"][0][4][::5]


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
