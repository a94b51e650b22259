"""How long an edge that leaves a loop must be, for what follows the loop to be drawn below it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Mapping

from nbgraph.core.graph.model import Edge, Graph


def exit_lengths(graph: Graph) -> dict[str, int]:
    """The least length, in ranks, of each edge that leads from a loop's variable to a node outside the loop."""
    parents = {region.id: region.parent for region in graph.regions}
    loops = {region.id for region in graph.regions if region.kind in ("while", "scan")}
    variables = {node.id: node.region for node in graph.nodes if node.role == "variable" and node.region in loops}
    inside = _members(graph, loops, parents)
    lengths: dict[str, int] = {}
    forward = [edge for edge in graph.edges if edge.kind != "feedback"]
    for loop in sorted(loops, key=lambda region: int(region[1:]), reverse=True):  # inner loops before outer ones
        within = inside[loop]
        ranks = _ranks(within, [edge for edge in forward if {edge.source, edge.target} <= within], lengths)
        bottom = max(ranks.values(), default=0)
        for edge in forward:
            if variables.get(edge.source) == loop and edge.target not in within:
                lengths[edge.id] = bottom - ranks[edge.source] + 1
    return lengths


def _members(
    graph: Graph, loops: Collection[str], parents: Mapping[str, str | None]
) -> dict[str, set[str]]:
    inside: dict[str, set[str]] = defaultdict(set)
    for node in graph.nodes:
        at: str | None = node.region
        while at is not None:
            if at in loops:
                inside[at].add(node.id)
            at = parents.get(at)
    return inside


def _ranks(nodes: Collection[str], edges: Collection[Edge], lengths: Mapping[str, int]) -> dict[str, int]:
    """The length of the longest path to each node.

    >>> _ranks(["n0", "n1", "n2"], [Edge("e0", "n0", "n1"), Edge("e1", "n1", "n2"), Edge("e2", "n0", "n2")], {})
    {'n0': 0, 'n1': 1, 'n2': 2}
    """
    ranks = dict.fromkeys(nodes, 0)
    waiting_for: dict[str, int] = dict.fromkeys(nodes, 0)
    leaving: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        waiting_for[edge.target] += 1
        leaving[edge.source].append(edge)
    ready = deque(node for node in nodes if not waiting_for[node])
    while ready:
        node = ready.popleft()
        for edge in leaving[node]:
            ranks[edge.target] = max(ranks[edge.target], ranks[node] + lengths.get(edge.id, 1))
            waiting_for[edge.target] -= 1
            if not waiting_for[edge.target]:
                ready.append(edge.target)
    return ranks
