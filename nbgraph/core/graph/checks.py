"""The bookkeeping of run-time checks, put apart: one region of each block, which is closed at first.

An index that must be in range, room that must be left, a budget that must hold: the graph remembers the first check
that fails, and the executor raises it. None of that is a value of the user's, but it may decide between two, as in a
`try`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import replace

from nbgraph.core.graph.model import Graph, Region
from nbgraph.core.graph.order import needed_by
from nbgraph.core.graph.simplify import parents_first, without_lone_boxes
from nbgraph.core.spans import Span

LABEL, FLAGS = "checks", "flags"
ROOT = "r0"


def checks_apart(
    graph: Graph,
    marked: Collection[str],  # ids of the nodes that were staged for checks
    flags: Collection[str],  # those of them that only say whether a `break` or the like was reached
    # whether an expression is one that the user asks in words: such a node stays where it is
    is_test: Callable[[Span | None], bool],
    words: Callable[[Span], str],  # the user's text at a place, where it is short
) -> Graph:
    """The graph with what only its checks need in regions of their own.

    Args:
        marked: ids of the nodes that were staged for checks.
        is_test: whether an expression is one that the user asks in words: such a node stays where it is.
        words: the user's text at a place, where it is short.
    """
    hidden = _only_checks(graph, marked, is_test)
    if not hidden:
        return graph
    inside = _holders(graph, hidden)
    raised = _raised(graph, marked, words)
    blocks = _blocks(graph, marked)
    real = set(marked) - set(flags)
    checking = {blocks[node.region] for node in graph.nodes if node.id in real or node.operation == "check"}
    made: dict[str, Region] = {}
    unused = 1 + max(int(region.id[1:]) for region in graph.regions)

    def apart(block: str) -> str:
        at = blocks[block]
        label = raised.get(at, LABEL) if at in checking else FLAGS
        return made.setdefault(at, Region(f"r{unused + len(made)}", "checks", label, at, operation="checks")).id

    nodes = [
        replace(node, region=apart(node.region)) if node.id in hidden and node.region not in inside else node
        for node in graph.nodes
    ]
    regions = [
        replace(region, parent=apart(region.parent))
        if region.id in inside and region.parent is not None and region.parent not in inside
        else region
        for region in graph.regions
    ]
    apart_now = replace(graph, nodes=tuple(nodes), regions=parents_first([*regions, *made.values()]))
    return without_lone_boxes(apart_now) if flags else apart_now


def _raised(graph: Graph, marked: Collection[str], words: Callable[[Span], str]) -> dict[str, str]:
    """The `raise` statement of each region in which nothing else is checked, in the user's words."""
    said: dict[str, set[str]] = defaultdict(set)
    for node in graph.nodes:
        if node.id in marked and node.span is not None:
            said[node.region].add(words(node.span))
    return {region: text for region, (text, *others) in said.items() if text.startswith("raise") and not others}


def _blocks(graph: Graph, marked: Collection[str]) -> dict[str, str]:
    """For each region the innermost one around it in which something is checked; else the whole."""
    boxes = {region.id for region in graph.regions if region.kind in ("library", "iteration")}
    checking = {node.region for node in graph.nodes if node.id in marked and node.kind == "operation"} - boxes
    found = {ROOT: ROOT}
    for region in graph.regions:  # parents come before their children
        if region.parent is not None:
            found[region.id] = region.id if region.id in checking else found[region.parent]
    return found


def _only_checks(graph: Graph, marked: Collection[str], is_test: Callable[[Span | None], bool]) -> set[str]:
    """The nodes of which nothing that is no check has any use."""
    spans = {node.id: node.span for node in graph.nodes}
    ends = {node.id for node in graph.nodes if node.kind == "output" and node.operation == "check"}
    apart = {*marked, *ends}
    used = {edge.source for edge in graph.edges if edge.kind != "control"}
    parts = {
        edge.source for edge in graph.edges if spans[edge.source] == spans[edge.target] and edge.target not in apart
    }
    kept = [
        node.id
        for node in graph.nodes
        if node.id not in apart and (node.id not in used or (is_test(node.span) and node.id not in parts))
    ]
    return spans.keys() - needed_by(graph, kept, apart)


def _holders(graph: Graph, hidden: Collection[str]) -> set[str]:
    """The regions that hold nothing but such nodes."""
    parents = {region.id: region.parent for region in graph.regions}
    kept = set[str | None]()
    for node in graph.nodes:
        at: str | None = None if node.id in hidden else node.region
        while at is not None and at not in kept:
            kept.add(at)
            at = parents[at]
    found = set[str]()
    for region in graph.regions:  # a branch goes with its choice, a body with its loop
        if region.id not in kept and (region.kind not in ("branch", "test", "body") or region.parent in found):
            found.add(region.id)
    return found
