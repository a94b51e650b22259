"""Name the result of an inlined helper as its caller does, on the edge that leaves the helper's region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nbgraph.core.graph.locations import Places
from nbgraph.core.graph.model import Edge, Graph, Node, Region, around
from nbgraph.core.spans import Span


def named_by_caller(graph: Graph, places: Places) -> Graph:
    """Return the graph with the callers' names on the edges that leave helpers."""
    regions = {region.id: region for region in graph.regions}
    nodes = {node.id: node for node in graph.nodes}
    parents = {region.id: region.parent for region in graph.regions}

    def left(edge: Edge) -> list[Region]:
        """Return the regions that an edge leaves, innermost first."""
        outside = {*around(nodes[edge.target].region, parents)}
        return [regions[each] for each in around(nodes[edge.source].region, parents) if each not in outside]

    edges = (_named(edge, nodes[edge.source], left(edge), places) for edge in graph.edges)
    return replace(graph, edges=tuple(edges))


def _named(edge: Edge, source: Node, left: Sequence[Region], places: Places) -> Edge:
    name = edge.name
    for region in left if edge.kind == "data" else ():
        if region.kind == "call" and region.span is not None:
            name = _name(name, source, region.span, places) or name
    return edge if name == edge.name else replace(edge, name=name)


def _name(name: str, source: Node, site: Span, places: Places) -> str:
    """Return the name that a statement with a call binds a value to; "" unless it is the result or one of its items."""
    chain = [span for span in (source.span, *source.callers) if span is not None]
    helper = places.definition(chain[chain.index(site) - 1]) if site in chain[1:] else None
    if helper is None or not helper.results:
        return ""
    pairs = zip(places.bound((site,), len(helper.results)), helper.results, strict=True)
    found = [bound for bound, (place, own) in pairs if place in chain or own == name != ""]
    return found[0] if len(found) == 1 else ""
