"""A live explorer over a graph that is far larger than a page, with payloads in place of names."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbgraph.core.graph.model import Graph, Node
from nbgraph.widgets.live import Live, live
from nbgraph.widgets.payload import payload
from nbgraph.widgets.payload.graph import Answer, unshown
from tests.core.graph.test_simplify import chain
from tests.widgets.conftest import small_report

PAYLOADS = [item["payload"] for item in json.loads((Path(__file__).parents[1] / "data" / "payloads.json").read_text())]


def hostile_chain(length: int) -> Graph:
    """`chain(length)`, each of whose operations is called, and gives a variable called, as a payload."""
    graph = chain(length)

    def named(node: Node, name: str) -> Node:
        return replace(node, label=name, names=(name,)) if node.kind == "operation" else node

    nodes = tuple(named(node, PAYLOADS[i % len(PAYLOADS)]) for i, node in enumerate(graph.nodes))
    edges = tuple(replace(edge, name=PAYLOADS[i % len(PAYLOADS)]) for i, edge in enumerate(graph.edges))
    return replace(graph, nodes=nodes, edges=edges)


def answer_of(graph: Graph) -> Answer:
    """The data of a small function that has this graph."""
    report = small_report(graph=graph, errors=())
    data = payload([report])
    return Answer(data, (unshown(report, data["functions"][0]["graph"]),))


def f(x: int) -> int:
    """What the explorer says it runs."""
    return x + 1


def huge_live(length: int = 10_000, controls: Any = (1, 9)) -> Live:
    """The explorer; moving its control gives the same graph again."""
    answer = answer_of(hostile_chain(length))
    return live(f, {"x": controls}, (3,), run=lambda *call: answer)
