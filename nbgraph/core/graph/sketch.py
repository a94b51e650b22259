"""Sketch a graph that is too large for a stage: its control flow, and of the rest what there is room for.

A sketch is without bookkeeping, and without what only a loop's header takes and says, as `n + 1` in `range(2, n + 1)`.
The border of a loop, and those of branches, stand for those of the parts between. What a header takes leads to it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from nbgraph.core.graph.fold import fold
from nbgraph.core.graph.model import Graph, Node, Region, RegionKind, around, first_nodes, grouped
from nbgraph.core.graph.tiles import ROOT, Tile, Tiles

_LOOPS = ("while", "scan")
_FLOW = (*_LOOPS, "unrolled", "cond")
_REGIONS = {*get_args(RegionKind), "block"}
_BETWEEN = ("test", "body", "cond")


def sketches(cut: Tiles) -> list[Tile]:
    """Return the whole with ever fewer inner regions open; the outermost control flow is open in all."""
    regions, parents = cut.finest.regions, {region.id: region.parent for region in cut.finest.regions}
    depths = {each.id: len([*around(each.parent, parents)]) for each in regions if each.id in cut.tiles[0].opened}
    flow = any(each.kind in _FLOW and depths.get(each.id) == 1 for each in regions)
    levels = range(max(depths.values()), 0 if flow else -1, -1)
    choices = (frozenset(each for each in depths if depths[each] <= level) for level in levels)
    return [Tile(ROOT, choice, _sketched(fold(cut.finest, set(choice)))) for choice in choices]


def in_statements(tile: Tile) -> Tile:
    """Return a sketch without boxes for parts of expressions, and for a loop's test, which its header says.

    In `y = 2 * x + 1` what leads to `2 * x` leads to `2 * x + 1`.
    """
    graph, whole = tile.graph, _parts(tile.graph)
    nodes = {node.id: node for node in graph.nodes if node.id not in whole}
    firsts = first_nodes(nodes.values(), graph.regions)
    edges = {}
    for edge in graph.edges:
        if (end := whole.get(edge.target, edge.target)) not in nodes:
            is_inside = edge.source in nodes and nodes[edge.source].region == end
            edge = replace(edge, target="" if is_inside else firsts.get(end, ""), into=end)
        edge = replace(edge, target=whole.get(edge.target, edge.target))
        if edge.source in nodes and edge.target:
            edges[edge.source, edge.target, edge.kind, edge.into] = edge
    return replace(tile, graph=replace(graph, nodes=tuple(nodes.values()), edges=tuple(edges.values())))


def _parts(graph: Graph) -> dict[str, str]:
    """Return the operations that are parts of another's expression or of a loop's test, with that or the loop."""
    found = dict[str, str]()
    wholes: dict[str, Node | Region] = {each.id: each for each in graph.regions if each.kind == "while"}
    plain = {node.id: node for node in graph.nodes if node.kind == "operation" and _is_one(node)}
    users = grouped((edge.source, edge) for edge in graph.edges)
    for node in reversed(plain.values()):
        ends = {(edge.kind, found.get(edge.target, edge.target)) for edge in users[node.id]} or {("data", node.region)}
        kind, end = ends.pop() if len(ends) == 1 else ("", "")
        whole = wholes.get(end) if kind == "data" and node.label and not any(node.names) else None
        home = whole.region if isinstance(whole, Node) else end
        if whole is not None and node.region == home and _says(whole, node):
            found[node.id] = end
        wholes[node.id] = node
    return found


def _says(whole: Node | Region, part: Node) -> bool:
    """Return whether an operation, or a loop's header, is about an expression that contains another."""
    inside = whole.span is not None and part.span is not None and whole.span.contains(part.span)
    return part.label in whole.label or inside


def _is_one(node: Node) -> bool:
    """Return whether a node is one operation to the reader, as one of the library is."""
    return node.role == "" or (node.role == "folded" and node.operation not in _REGIONS)


def _sketched(graph: Graph) -> Graph:
    regions, gone = {each.id: each for each in graph.regions}, _left_out(graph)
    nodes = tuple(node for node in graph.nodes if node.id not in gone)
    firsts = first_nodes(nodes, graph.regions)

    def home(id: str) -> str:
        return home(regions[id].parent or ROOT) if regions[id].kind in _BETWEEN else id

    bordered = {None, *(id for id in firsts if home(id) == id)}
    merges = {node.region: node.id for node in reversed(nodes) if node.role == "merge"}
    branches = {each.id: each.parent or "" for each in graph.regions if each.kind == "branch" and each.id not in firsts}
    chosen = {id: merges[parent] for id, parent in branches.items() if parent in merges}  # of bookkeeping alone
    ends = [
        replace(each, target=chosen[each.into], into=None, name="")
        if each.into in chosen and each.name == "True"
        else each
        for each in graph.edges
    ]
    ends = [replace(each, target=firsts.get(each.into or "", each.target)) for each in ends]
    edges = [each for each in ends if each.into in bordered and not gone.keys() & {each.source, each.target}]
    alone = {node.id for node in nodes} - {end for each in edges for end in (each.source, each.target)}
    to_loops = {
        each.source: replace(each, target=firsts.get(loop, loop), into=loop if loop in firsts else None)
        for each in reversed(ends)
        if each.source in alone and (loop := gone.get(each.target))
    }
    shown = (each for each in graph.regions[1:] if home(each.id) == each.id in firsts)
    inner = (replace(each, parent=home(each.parent or ROOT)) for each in shown)
    return replace(
        graph,
        nodes=tuple(replace(node, region=home(node.region)) for node in nodes),
        edges=(*edges, *to_loops.values()),
        regions=(graph.regions[0], *inner),
    )


def _left_out(graph: Graph) -> dict[str, str]:
    """Return bookkeeping, and the operations that only headers of loops take, each with the loop that says it."""
    labels = {region.id: region.label for region in graph.regions if region.kind in _LOOPS}
    found = {node.id: node.region if node.region in labels else "" for node in graph.nodes if node.role == "checks"}
    tests = {region.id: region.parent or "" for region in graph.regions if region.kind == "test"}
    signs = (node for node in graph.nodes if node.region in tests and node.label in ("<", "≥", ">"))  # of a `for`
    found |= {node.id: tests[node.region] for node in signs}
    labels |= {node.id: node.label for node in graph.nodes if node.folds and node.operation in _LOOPS}
    users = grouped((edge.source, edge.target) for edge in graph.edges)
    for node in reversed(graph.nodes):
        headers = [found.get(user, user) for user in users[node.id]]
        plain = node.kind == "operation" and node.role in ("", "folded") and node.label != ""
        if plain and headers and all(node.label in labels.get(each, "") for each in headers):
            found[node.id] = min(headers, key=lambda each: len(labels[each]))
    return found
