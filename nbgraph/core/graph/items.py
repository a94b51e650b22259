"""The items of a list or a dict as one box: `a[0]`, `a[1]`, ... that stand side by side are a region, closed at first.

A list of known length is as many values to the program as it has items. To its author it is one list.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from nbgraph.core.graph.fold import LIST
from nbgraph.core.graph.model import Graph, Node, Region, RegionKind
from nbgraph.core.graph.simplify import parents_first

KIND: RegionKind = "items"
LEAST = 3
"""Fewer items stay as they are."""
_ITEM = re.compile(rf"(?P<list>(?:return )?{LIST})(?:\[(?:\d+|'[^']*')\])+")
_ROLES = ("variable", "merge", "pass", "element")


def items_together(graph: Graph) -> Graph:
    """The graph with a region around the items of each list that are the same kind of thing in the same place."""
    found: dict[tuple[str, ...], list[Node]] = defaultdict(list)
    for node in graph.nodes:
        match = _ITEM.fullmatch(node.label)
        if match and (node.kind in ("input", "output") or node.role in _ROLES):
            found[node.region, node.kind, node.role, match["list"]].append(node)
    unused = 1 + max(int(region.id[1:]) for region in graph.regions)
    homes: dict[str, str] = {}
    made: list[Region] = []
    for (around, *_, label), items in found.items():
        if len(items) >= LEAST:
            made.append(Region(f"r{unused + len(made)}", KIND, label, around, items[0].span, KIND, items[0].callers))
            homes.update(dict.fromkeys((node.id for node in items), made[-1].id))
    if not made:
        return graph
    nodes = tuple(replace(node, region=homes.get(node.id, node.region)) for node in graph.nodes)
    return replace(graph, nodes=nodes, regions=parents_first([*graph.regions, *made]))
