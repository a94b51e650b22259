"""How long some edges must be: for what follows a loop to be drawn below it, and for branches to start level."""

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


def merge_lengths(graph: Graph) -> dict[str, int]:
    """The least length, in ranks, of each edge from a branch to a merge node: the shorter branch gets longer edges."""
    parents = {region.id: region.parent for region in graph.regions}
    branches = {region.id for region in graph.regions if region.kind == "branch"}
    inside = _members(graph, branches, parents)
    regions = {node.id: node.region for node in graph.nodes}
    merges = {node.id: node.region for node in graph.nodes if node.role == "merge"}
    arriving = [edge for edge in graph.edges if edge.target in merges and edge.kind == "data"]
    ranks: dict[str, dict[str, int]] = {}
    for branch, within in inside.items():
        edges = [edge for edge in graph.edges if edge.kind != "feedback" and {edge.source, edge.target} <= within]
        ranks[branch] = _ranks(within, edges, {})
    heights: dict[str, int] = defaultdict(int)
    ends = [(edge, _branch(regions[edge.source], merges[edge.target], parents)) for edge in arriving]
    for edge, end in ends:
        if end is not None:
            heights[merges[edge.target]] = max(heights[merges[edge.target]], max(ranks[end].values()))
    return {
        edge.id: heights[merges[edge.target]] - ranks[end][edge.source] + 1 for edge, end in ends if end is not None
    }


def _branch(region: str | None, conditional: str, parents: Mapping[str, str | None]) -> str | None:
    """The branch of `conditional` that a region is or lies in, if any."""
    while region is not None and parents.get(region) != conditional:
        region = parents.get(region)
    return region


def _members(graph: Graph, loops: Collection[str], parents: Mapping[str, str | None]) -> dict[str, set[str]]:
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
