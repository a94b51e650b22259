"""Fold closed regions into one node each, and redirect edges to what stays visible."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from nbgraph.core.graph.model import PLAIN_ROLES, Cost, Edge, Graph, Node, NodeRole, Region, grouped
from nbgraph.core.one_line import named_within
from nbgraph.core.spans import Span

LIST = r"[^\W\d][\w.]*"
_ITEM = re.compile(rf"({LIST})(?:\[(?:[\d…]+|'[^']*')\])+")
NAMED = 3
"""As many values are named on an edge; more are counted."""


BOX = 40  # characters of a closed region's name that its box has room for


def fold(graph: Graph, opened: set[str]) -> Graph:
    """Return the graph with every region outside `opened` as a single node."""
    regions = {region.id: region for region in graph.regions}
    closed_at = _closing(graph, opened)
    hidden = _hidden(graph, closed_at)
    stands_for = _stand_ins(hidden)
    edges = _moved(graph, stands_for, closed_at)
    leaving = grouped((edge.source, edge) for edge in edges)
    nodes = []
    for node in graph.nodes:
        closed = closed_at[node.region]
        if closed is None:
            nodes.append(node)
        elif stands_for[node.id] == node.id:
            nodes.append(_folded(regions[closed], hidden[closed], leaving[node.id]))
    left = tuple(region for region in graph.regions if closed_at[region.id] is None)
    return Graph(graph.name, tuple(nodes), _bundled(edges, set(stands_for.values())), left)


def boxes(graph: Graph, wanted: Collection[str]) -> dict[str, Node]:
    """Return the folded node of each region in `wanted`, with inner checks closed."""
    around: dict[str, frozenset[str]] = {}
    for region in graph.regions:
        above = around.get(region.parent or "", frozenset())
        around[region.id] = above | {region.id} if region.id in wanted else above
    regions = {node.id: node.region for node in graph.nodes}
    inside = grouped((id, node) for node in graph.nodes for id in around[node.region])
    quiet, led = _led(graph, {region.id for region in graph.regions if region.kind == "checks"})
    leaving = grouped(
        (id, edge)
        for edge in graph.edges
        for id in around[regions[edge.source]] - around[regions[edge.target]]
        if not (edge.target in quiet and edge.source in led)
    )
    return {each.id: _folded(each, inside[each.id], leaving[each.id]) for each in graph.regions if each.id in inside}


def moved(graph: Graph, opened: set[str]) -> list[Edge]:
    """Return the edges of the folded graph before `fold` bundles them: one for each value."""
    closed_at = _closing(graph, opened)
    return _moved(graph, _stand_ins(_hidden(graph, closed_at)), closed_at)


def _hidden(graph: Graph, closed_at: Mapping[str, str | None]) -> dict[str, list[Node]]:
    return grouped((at, node) for node in graph.nodes if (at := closed_at[node.region]) is not None)


def _stand_ins(hidden: Mapping[str, list[Node]]) -> dict[str, str]:
    return {node.id: nodes[0].id for nodes in hidden.values() for node in nodes}


def _closing(graph: Graph, opened: set[str]) -> dict[str, str | None]:
    """Map each region to the outermost closed region that contains it, or is it; to None where it is visible."""
    closing: dict[str, str | None] = {}
    for region in graph.regions:  # parents come before their children
        above = closing[region.parent] if region.parent is not None else None
        closing[region.id] = above or (None if region.id in opened else region.id)
    return closing


def _folded(region: Region, nodes: list[Node], leaving: list[Edge]) -> Node:
    """Return one node for a closed region; a region with a single operation becomes that operation."""
    first = nodes[0]
    if region.kind == "items":
        return replace(
            nodes[0],
            operation=region.operation,
            label=region.label,
            avals=tuple(aval for item in nodes for aval in item.avals),
            names=(region.label.removeprefix("return ").removeprefix("changed "),),
            region=region.parent or "r0",
            folded=len(nodes),
            folds=region.id,
        )
    kinds = ("data",) if region.kind == "checks" else ("data", "feedback")
    results = {(edge.name, edge.aval): None for edge in leaving if edge.kind in kinds}
    count = sum(
        (node.folded if node.operation != "items" else 0)
        or (node.kind == "operation" and node.role in (*PLAIN_ROLES, "folded", "checks"))
        for node in nodes
    )
    single = len(nodes) == 1 and region.kind not in ("library", "checks")
    return Node(
        id=first.id,
        kind="operation",
        operation=first.operation if single else region.operation or region.kind,
        label=first.label if single else named_within(_given(region, [name for name, _ in results]), BOX),
        span=region.span or first.span,
        callers=region.callers or first.callers,
        avals=tuple(replace(aval, divided="") for _, aval in results if aval is not None),
        names=tuple(name for name, aval in results if aval is not None),
        region=region.parent or "r0",
        cost=sum((node.cost for node in nodes if node.cost is not None), Cost(0, 0)),
        role=first.role if single else _folded_role(region, nodes),
        folded=max(count, 1) if not single else first.folded,
        folds=region.id,
    )


def _folded_role(region: Region, nodes: list[Node]) -> NodeRole:
    """Return the role of a closed region; a library function such as `pmean` or `print` has that of its operation."""
    marked: tuple[NodeRole, ...] = ("collective", "leaves")
    for role in marked:
        if region.kind == "library" and any(node.role == role for node in nodes):
            return role
    return "checks" if region.kind == "checks" else "folded"


def _given(region: Region, names: list[str]) -> str:
    """Return the label of a closed block or loop body: the user's names of its results, else the region's own.

    >>> block = Region("r1", "scope", "lines 3–9", operation="block")
    >>> _given(block, ["c", "d", "c"]), _given(block, ["c", ""]), _given(block, ["a", "b", "c", "d"])
    ('c, d', 'lines 3–9', 'a, b, c, …')
    """
    known = list(dict.fromkeys(name for name in names if name))
    if not known or not (region.kind == "body" or (region.operation == "block" and all(names))):
        return region.label
    return ", ".join(known if len(known) <= NAMED else [*known[:NAMED], "…"])


def _moved(graph: Graph, stands_for: Mapping[str, str], closed_at: Mapping[str, str | None]) -> list[Edge]:
    """Return the edges between visible nodes, each redirected to the node that stands for its end.

    Edges inside a folded node are dropped, and those into closed checks unless their source leads nowhere else or they
    end at a region's border; of those out of such a source also the ones that start an iteration or feed the next one.
    Items of a list that swap between iterations keep their edges: else the list would seem unchanged.
    """
    lists = {region.id for region in graph.regions if region.kind == "items"}
    items = {node.id for node in graph.nodes if closed_at[node.region] in lists}
    closed = {region.id for region in graph.regions if region.kind == "checks"}
    quiet, led = _led(graph, {region for region, at in closed_at.items() if at in closed})
    bodies = {region.id for region in graph.regions if region.kind == "body"}
    kept = []
    for edge in graph.edges:
        source, target = stands_for.get(edge.source, edge.source), stands_for.get(edge.target, edge.target)
        is_inside = source == target and edge.source != edge.target
        is_inside = is_inside and not (edge.kind == "feedback" and edge.source in items)
        goes_on = edge.kind == "feedback" or (edge.kind == "control" and edge.into in bodies)
        into = edge.into if edge.into is not None and closed_at.get(edge.into, "") is None else None
        is_quiet = edge.target in quiet and edge.source in led and into is None
        if is_inside or is_quiet or (edge.source in quiet and goes_on):
            continue
        kept.append(replace(edge, source=source, target=target, into=into))
    return kept


def _led(graph: Graph, checks: set[str]) -> tuple[set[str], set[str]]:
    """Return the nodes in closed checks, and these with all nodes that have an edge to a node outside."""
    quiet = {node.id for node in graph.nodes if node.region in checks} if checks else set[str]()
    return quiet, quiet | {edge.source for edge in graph.edges if edge.target not in quiet} if quiet else set()


def _bundled(edges: list[Edge], folded: Collection[str]) -> tuple[Edge, ...]:
    """Merge the edges between two nodes if either is folded; a merged edge says how many values it stands for.

    Between ordinary nodes each stays: `x * x` takes `x` twice.
    """
    bundles: dict[tuple[str, ...], list[Edge]] = defaultdict(list)
    for edge in edges:
        alone = edge.source not in folded and edge.target not in folded
        bundles[(edge.id,) if alone else (edge.source, edge.target, edge.kind)].append(edge)
    return tuple(_bundle(bundle) for bundle in bundles.values())


def _bundle(edges: list[Edge]) -> Edge:
    first = edges[0]
    values = {(edge.name, edge.aval): None for edge in edges}
    if len(values) == 1 or first.kind in ("control", "order"):
        return first
    lists = {_ITEM.sub(r"\1", name) for name, _ in values}
    names = [*lists] if len(lists) == 1 else [name for name, _ in values if name]
    few = len(lists) == 1 or len(names) == len(values) <= NAMED
    return replace(first, name=", ".join(names) if few else f"{len(values)} values", aval=None)


def joined(spans: list[Span]) -> Span | None:
    """Return the span from the first to the last of some spans, in the file of the first; None for none.

    >>> joined([Span("f", 3, 0, 3, 9), Span("f", 2, 4, 2, 5), Span("g", 1, 0, 1, 1)])
    Span(file='f', line=2, column=4, end_line=3, end_column=9)
    """
    if not spans:
        return None
    same = sorted(span for span in spans if span.file == spans[0].file)
    last = max(same, key=lambda span: (span.end_line, span.end_column))
    return same[0].to(last)
