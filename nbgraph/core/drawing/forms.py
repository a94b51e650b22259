"""The forms a graph can take, each folded to a budget first: what `Graph.to_dot()` and its sisters return."""

from __future__ import annotations

from typing import Any

from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.json import json_data
from nbgraph.core.drawing.layout import Picture, draw
from nbgraph.core.drawing.text import text_tree
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.simplify import view


def folded(graph: Graph, budget: int) -> Graph:
    return view(graph, budget=budget)


def dot(graph: Graph, budget: int) -> str:
    return dot_text(view(graph, budget=budget))


def picture(graph: Graph, budget: int) -> Picture | None:
    return draw(graph, budget=budget)


def text(graph: Graph, budget: int) -> str:
    return text_tree(view(graph, budget=budget))


def data(graph: Graph) -> dict[str, Any]:
    return json_data(graph)
