"""Put the items of a list or a dict into one box: `a[0]`, `a[1]`, ... side by side are a region, closed at first.

A list of known length is one value per item in the program, and a returned string one per part. To its author it is one
list, and one string.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from nbgraph.core.decisions import AS_BEFORE, OWN_LENGTH
from nbgraph.core.graph.fold import LIST
from nbgraph.core.graph.model import Aval, Edge, Graph, Node, Region, RegionKind, grouped
from nbgraph.core.graph.simplify import together

KIND: RegionKind = "items"
LEAST = 3
"""Fewer items stay as they are."""
_ITEM = re.compile(rf"(?P<list>(?:(?:return|changed) )?{LIST})(?:\[(?:\d+|'[^']*')\])+")
_COLUMN = re.compile(rf"^({LIST})(\[\d)")
_ROLES = ("variable", "merge", "pass", "element")


def items_together(
    graph: Graph, paths: Mapping[str, str] = MappingProxyType({}), strings: Collection[str] = ()
) -> Graph:
    """Return the graph with a region around the items of each list in the same region.

    Args:
        paths: the path of each output in the result, by its id; the parts of a string have one path.
        strings: the outputs that are parts of a string, or its text between them.
    """
    found: dict[tuple[str, ...], list[Node]] = defaultdict(list)
    parts = grouped((path, node) for node in graph.nodes if (path := paths.get(node.id)) is not None)
    for path, held in parts.items():
        if len(held) > 1 and held[0].id in strings:
            word, _, name = held[-1].label.partition(" ")  # a part's name is not that of the string
            found[held[0].region, "output", path, word if name in held[-1].names else held[-1].label] = held
    parted = {node.id for held in found.values() for node in held}
    grown = {name.removesuffix(OWN_LENGTH) for node in graph.nodes for name in node.names if name.endswith(OWN_LENGTH)}
    for node in graph.nodes:
        full = node.names[0] if node.kind == "output" and node.label.removeprefix("return ") in grown else node.label
        match = None if node.id in parted or node.operation == AS_BEFORE else _ITEM.fullmatch(full)
        if match and (node.kind in ("input", "output") or node.role in _ROLES):
            name = match["list"] if full == node.label else node.label
            found[node.region, node.kind, node.role, name].append(node)
    boxes = []
    for (around, *_, label), items in found.items():
        first, is_string = items[0], items[0].id in parted
        is_columns = len(items) > 1 and label.removeprefix("return ") in grown and first.avals[0].shape != ()
        if is_string or is_columns or len(items) >= LEAST:
            operation = "output" if is_string else "columns" if is_columns else KIND
            region = Region("", KIND, label, around, first.span, operation, first.callers)
            boxes.append((region, [node.id for node in items]))
    return together(graph, boxes)


def with_capacities(graph: Graph, cut: Collection[str] = ()) -> Graph:
    """Return the graph in which the buffer of a growing list has its capacity as its size, as `i32[≤1024]`.

    One of several buffers of a list, a column of its items, is `path[…][0]`: `path[0]` is an item.

    Args:
        cut: the lists that the call returns, cut to their length after the run.
    """
    every = {name for node in graph.nodes for name in (*node.names, node.label)}
    lists = {name.removesuffix(OWN_LENGTH) for name in every if name.endswith(OWN_LENGTH)}.union(cut)
    if not lists:
        return graph
    nodes = {node.id: node for node in graph.nodes}
    buffers: set[str] = set()  # what has no name of the user's, and is on its way to such a list

    def is_list(name: str, node: str) -> bool:
        held = (name or nodes[node].label).partition("[")[0] in lists or (name == "" and node in buffers)
        return held and nodes[node].kind != "input"

    for edge in reversed(graph.edges):
        target = nodes[edge.target]
        if edge.aval in target.avals and any(is_list(name, target.id) for name in target.names or ("",)):
            buffers.add(edge.source)

    def spoken(aval: Aval, name: str, node: str) -> Aval:
        return (
            replace(aval, shape=(f"≤{aval.shape[0]}", *aval.shape[1:])) if aval.shape and is_list(name, node) else aval
        )

    def column(name: str, aval: Aval | None, node: str) -> str:
        is_column = aval is not None and aval.shape and is_list(name, node)
        return _COLUMN.sub(r"\1[…]\2", name) if is_column else name

    def of_node(node: Node) -> Node:
        names, at = node.names or ("",) * len(node.avals), [node.id] * len(node.avals)
        avals = tuple(map(spoken, node.avals, names, at))
        return replace(node, avals=avals, names=tuple(map(column, node.names, node.avals, at)))

    def of_edge(edge: Edge) -> Edge:
        aval = edge.aval and spoken(edge.aval, edge.name, edge.source)
        return replace(edge, aval=aval, name=column(edge.name, edge.aval, edge.source))

    edges = map(of_edge, graph.edges)
    return replace(graph, nodes=tuple(map(of_node, graph.nodes)), edges=tuple(edges))
