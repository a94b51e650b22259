"""The dataflow graph as plain data: a drawing, and what stands in it."""

from __future__ import annotations

from typing import Any

from nbgraph.core.graph.model import Edge, Graph, Node, Region
from nbgraph.widgets.payload.places import Places

Data = dict[str, Any]


def graph_data(graph: Graph, places: Places) -> Data:
    """The view of a graph that is drawn, with its text tree."""
    svg, view = _picture(graph)
    return {
        "svg": svg,
        "text": graph.to_text(),
        "nodes": [_node(node, places) for node in view.nodes],
        "edges": [_edge(edge) for edge in view.edges],
        "regions": [_region(region, places) for region in view.regions],
    }


def _picture(graph: Graph) -> tuple[str | None, Graph]:
    """The drawing and the view it shows; a graph that cannot be laid out is shown as its text tree."""
    picture = graph.to_picture()
    return (None, graph.view()) if picture is None else (picture.svg, picture.graph)


def _node(node: Node, places: Places) -> Data:
    return {
        "id": node.id,
        "kind": node.kind,
        "role": node.role,
        "operation": node.operation,
        "label": node.label,
        "names": [name for name in node.names if name],
        "avals": [str(aval) for aval in node.avals],
        "folded": node.folded,
        "span": places.of(node.span, *node.callers),
    }


def _edge(edge: Edge) -> Data:
    return {
        "id": edge.id,
        "source": edge.source,
        "target": edge.target,
        "name": edge.name,
        "kind": edge.kind,
        "aval": None if edge.aval is None else str(edge.aval),
    }


def _region(region: Region, places: Places) -> Data:
    return {
        "id": region.id,
        "kind": region.kind,
        "label": region.label,
        "span": places.of(region.span),
    }
