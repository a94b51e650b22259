"""Put bookkeeping into regions that are closed at first, one in each block.

An index in range, free capacity, a budget that holds: the graph keeps the first check that fails, and the executor
raises it. Whether a `break` was reached and how long a list is are carried from iteration to iteration. None of that is
a value of the user's, but it may select between two, as in a `try`. A loop's header says how often a `for` runs: what
is left to see is the user's own variable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from nbgraph.core.graph.loop_tests import CHECKS, tests_together
from nbgraph.core.graph.model import Graph, Region, around, first_nodes, grouped
from nbgraph.core.graph.order import needed_by, sources_of
from nbgraph.core.graph.simplify import parents_first, without_lone_boxes
from nbgraph.core.spans import Span

FLAGS, LENGTH, COUNTER = "flags", "length", "counter"
UNUSED = "unused"  # a carried value that nothing needs
ROOT = "r0"


def checks_apart(
    graph: Graph,
    marked: Mapping[str, str],  # ids of nodes that only do bookkeeping, and for what: "checks", "break", "length"
    # whether an expression is a test that the user wrote: its node is kept
    is_test: Callable[[Span | None], bool],
    words: Callable[[Span], str],  # the user's text at a position, if it is short
    counters: Collection[str] = (),  # ids of the loop variables that count iterations, done or to do
) -> Graph:
    """Return the graph with what only its bookkeeping needs in separate regions."""
    marked = {**dict.fromkeys(_put_back(graph), LENGTH), **marked}
    hidden = _only_checks(graph, marked, is_test)
    graph, asked = tests_together(graph, marked, hidden) if hidden else (graph, set[str]())
    counting = _counting(graph, counters)
    hidden = (hidden - asked) | counting.keys()
    if not hidden:
        return graph
    inside = _holders(graph, hidden)
    blocks = _blocks(graph, marked, hidden) | {loop: loop for loop in counting.values()}
    labels = _labels(graph, marked, blocks, _raised(graph, marked, words))
    kept = set(marked.values())
    otherwise = UNUSED if not kept else CHECKS if kept <= {CHECKS, LENGTH} else FLAGS
    made: dict[str, Region] = {}
    unused = 1 + max(int(region.id[1:]) for region in graph.regions)

    def apart(block: str) -> str:
        at = blocks[block]
        if at not in made:
            label = labels.get(at, otherwise)
            label = COUNTER if at in counting.values() and (at not in labels or label == LENGTH) else label
            made[at] = Region(f"r{unused + len(made)}", "checks", label, at, operation="checks")
        return made[at].id

    users = _users(graph, hidden) | counting
    nodes = [
        replace(node, region=apart(users.get(node.id, node.region)))
        if node.id in hidden and node.region not in inside
        else node
        for node in graph.nodes
    ]
    regions = [
        replace(region, parent=apart(region.parent))
        if region.id in inside and region.parent is not None and region.parent not in inside
        else region
        for region in graph.regions
    ]
    firsts = first_nodes(nodes, [*regions, *made.values()])
    regions = [each for each in (*regions, *made.values()) if each.id in firsts or each.kind == "branch"]
    left, silent = {None, *(each.id for each in regions)}, dict.fromkeys(hidden, "")
    edges = (
        replace(each, name=silent.get(each.source, each.name), target=firsts.get(each.into or "", each.target))
        for each in graph.edges
        if each.into in left
    )
    apart_now = Graph(graph.name, tuple(nodes), tuple(edges), parents_first(regions))
    return without_lone_boxes(apart_now) if kept - {CHECKS} else apart_now


def _put_back(graph: Graph) -> Iterator[str]:
    """Yield the nodes that read a list's item only to store it again, in a branch that appends nothing."""
    nodes = {node.id: node for node in graph.nodes}
    made = grouped((node.region, node.operation) for node in graph.nodes)
    users = grouped((nodes[edge.source].region, nodes[edge.target]) for edge in graph.edges if edge.kind == "data")
    boxes = {each.id: (each.parent, each.span, each.callers) for each in graph.regions if each.kind == "library"}
    stores = {boxes[id] for id in boxes if "dynamic_update_slice" in made[id]}
    for id, place in boxes.items():
        outside = [node for node in users[id] if node.region != id]
        reads = made[id].count("dynamic_slice") == 1 and "dynamic_update_slice" not in made[id] and place in stores
        if reads and outside and all(node.operation in ("pass", "select_n") for node in outside):
            yield from (node.id for node in graph.nodes if node.region == id)
            yield from (node.id for node in outside if node.role == "pass")


def _counting(graph: Graph, counters: Collection[str]) -> dict[str, str]:
    """Return the nodes that only count iterations, each with its loop."""
    loops = {node.id: node.region for node in graph.nodes if node.id in counters}
    tests = {region.id for region in graph.regions if region.kind == "test"}
    steps = {edge.source for edge in graph.edges if edge.kind == "feedback" and edge.target in loops}
    sources, users = sources_of(graph), grouped((each.source, each.target) for each in graph.edges if not each.into)
    found = dict[str, str]()
    for node in graph.nodes:
        asked = node.region in tests
        ends = users[node.id] if node.kind == "constant" or node.id in steps else sources[node.id] if asked else ()
        counted = [end for end in ends if end in loops]
        if counted and (asked or len(counted) == len(ends)) and node.id not in loops:
            found[node.id] = loops[counted[0]]
    named = {node.id for node in graph.nodes if any(node.names)}
    return found | {id: at for id, at in loops.items() if id not in named or found.keys() >= {*users[id]}}


def _users(graph: Graph, hidden: Collection[str]) -> dict[str, str]:
    """Return the region in which each constant of the bookkeeping is first used: it needs no box of its own."""
    regions = {node.id: node.region for node in graph.nodes}
    constants = {node.id for node in graph.nodes if node.kind == "constant" and node.id in hidden}
    return {edge.source: regions[edge.target] for edge in reversed(graph.edges) if edge.source in constants}


def _labels(
    graph: Graph, marked: Mapping[str, str], blocks: Mapping[str, str], raised: Mapping[str, str]
) -> dict[str, str]:
    """Return the label of each block's bookkeeping."""
    labels: dict[str, dict[str, None]] = defaultdict(dict)
    for node in graph.nodes:
        word = CHECKS if node.operation == "check" else marked.get(node.id)
        if word is not None:
            labels[blocks[node.region]][word] = None
    return {
        block: raised.get(block, CHECKS) if CHECKS in words else LENGTH if words.keys() == {LENGTH} else FLAGS
        for block, words in labels.items()
    }


def _raised(graph: Graph, marked: Mapping[str, str], words: Callable[[Span], str]) -> dict[str, str]:
    """Return the `raise` statement of each region that contains no other check."""
    labels: dict[str, set[str]] = defaultdict(set)
    for node in graph.nodes:
        if marked.get(node.id) == CHECKS and node.span is not None:
            labels[node.region].add(words(node.span))
    return {region: text for region, (text, *others) in labels.items() if text.startswith("raise") and not others}


def _blocks(graph: Graph, marked: Collection[str], hidden: Collection[str]) -> dict[str, str]:
    """Map each region to the innermost one around it with bookkeeping, or to the root.

    A conditional's merge nodes belong to the block around it; a branch with nothing but bookkeeping is a block.
    """
    boxes = {region.id for region in graph.regions if region.kind in ("library", "iteration")}
    checking = {
        node.region
        for node in graph.nodes
        if (node.id in marked and node.kind == "operation" and node.role != "merge")
        or (node.id in hidden and node.role == "variable")
    }
    checking -= boxes
    shown = {node.region for node in graph.nodes if node.id not in hidden} | {region.parent for region in graph.regions}
    checking |= {region.id for region in graph.regions if region.kind == "branch"} - shown
    found = {ROOT: ROOT}
    for region in graph.regions:  # parents come before their children
        if region.parent is not None:
            found[region.id] = region.id if region.id in checking else found[region.parent]
    return found


def _only_checks(graph: Graph, marked: Collection[str], is_test: Callable[[Span | None], bool]) -> set[str]:
    """Return the nodes that only checks use."""
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
    """Return the regions that contain only hidden nodes."""
    parents = {region.id: region.parent for region in graph.regions}
    kept = set[str | None]()
    for node in graph.nodes:
        kept.update(around(None if node.id in hidden else node.region, parents))
    found = set[str]()
    for region in graph.regions:  # a branch goes with its choice, a body with its loop
        if region.id not in kept and (region.kind not in ("branch", "test", "body") or region.parent in found):
            found.add(region.id)
    return found
