"""Long straight stretches of program cut into blocks, so that folding has something to fold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from nbgraph.core.graph.fold import joined
from nbgraph.core.graph.model import Graph, Node, Region
from nbgraph.core.spans import Span

Item = Node | Region
FAN_OUT = 12


def with_blocks(graph: Graph, budget: int) -> Graph:
    """The graph with new regions around stretches of what is too long to show.

    A stretch follows program order, so no path leaves it and comes back. Inputs and outputs stay outside. Regions
    that hold no more than the budget are left alone, and a graph within the budget comes back as it is.
    """
    items: dict[str, list[Item]] = defaultdict(list)
    if len(graph.nodes) <= budget:
        return graph
    for item in _in_order(graph):
        items[_owner(item)].append(item)
    parents: dict[str, str] = {}
    made: list[Region] = []
    unused = 1 + max(int(region.id[1:]) for region in graph.regions)  # some numbers below it may be gone
    for region in graph.regions:
        movable = [item for item in items[region.id] if not _fixed(item)]
        if len(items[region.id]) > budget and len(movable) > FAN_OUT and region.kind != "library":
            _split(movable, region.id, unused, made, parents)
    if not made:
        return graph
    nodes = tuple(replace(node, region=parents.get(node.id, node.region)) for node in graph.nodes)
    regions = [replace(region, parent=parents.get(region.id, region.parent)) for region in graph.regions]
    return replace(graph, nodes=nodes, regions=_parents_first([*regions, *made]))


def _split(items: Sequence[Item], parent: str, offset: int, made: list[Region], parents: dict[str, str]) -> None:
    """Cut into at most `FAN_OUT` blocks, and those again, until a block is short enough to show whole."""
    width = -(-len(items) // FAN_OUT)
    if width < 2:
        for item in items:
            parents[item.id] = parent
        return
    for start in range(0, len(items), width):
        part = items[start : start + width]
        span = joined([item.span for item in part if item.span is not None])
        block = Region(f"r{offset + len(made)}", "scope", _lines(span), parent, span, "block")
        made.append(block)
        _split(part, block.id, offset, made, parents)


def _lines(span: Span | None) -> str:
    """
    >>> _lines(Span("f", 3, 0, 9, 4)), _lines(Span("f", 3, 0, 3, 4))
    ('lines 3–9', 'line 3')
    """
    if span is None:
        return "block"
    return f"line {span.line}" if span.line == span.end_line else f"lines {span.line}–{span.end_line}"


def _in_order(graph: Graph) -> list[Item]:
    """Nodes and regions in program order: a region stands where its first node does."""
    regions = {region.id: region for region in graph.regions}
    seen, ordered = set[str](), list[Item]()
    for node in graph.nodes:
        path, at = list[Region](), node.region
        while at not in seen:
            seen.add(at)
            path.append(regions[at])
            if regions[at].parent is None:
                break
            at = regions[at].parent or at
        ordered.extend(reversed(path))
        ordered.append(node)
    return ordered


def _owner(item: Item) -> str:
    return item.region if isinstance(item, Node) else item.parent or ""


def _fixed(item: Item) -> bool:
    """What stays at its region's top level: inputs, outputs, constants, and a conditional's or a loop's own parts."""
    if isinstance(item, Node):
        return item.kind != "operation" or item.role != ""
    return item.kind in ("branch", "test", "body")


def _parents_first(regions: Sequence[Region]) -> tuple[Region, ...]:
    children: dict[str | None, list[Region]] = defaultdict(list)
    for region in regions:
        children[region.parent].append(region)
    ordered, waiting = list[Region](), [children[None][0]]
    while waiting:
        region = waiting.pop()
        ordered.append(region)
        waiting.extend(reversed(children[region.id]))
    return tuple(ordered)
