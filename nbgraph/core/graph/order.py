"""Order effects, and mark what nothing uses: nodes that do more, or less, than compute a value.

Values order operations. Only effects (a print, a callback, a write to a reference) have an order besides: they are
numbered in the order of the program, and an edge leads to each from the one it must wait for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nbgraph.core.graph.model import Edge, Graph, Node, grouped


class Act(NamedTuple):
    """An effect of a node."""

    subject: str | None  # id of the node of a reference, or a class of effects in order; None for those at any time
    writes: bool = True  # whether its order among reads of the same subject matters


Acts = Mapping[str, Sequence[Act]]  # by node, in program order


def in_order(graph: Graph, acts: Acts) -> Graph:
    """Return the graph with numbers on effects, and with edges from each to those that come after it."""
    ordered = [id for id in acts if any(act.subject is not None for act in acts[id])]
    if not ordered:
        return graph
    numbers = {id: number_sign(place) for place, id in enumerate(ordered, 1)}
    unused = 1 + max((int(edge.id[1:]) for edge in graph.edges), default=-1)
    pairs = list(_pairs(graph, {id: acts[id] for id in ordered}))
    made = [Edge(f"e{unused + place}", source, target, kind="order") for place, (source, target) in enumerate(pairs)]
    regions = {node.id: node.region for node in graph.nodes}
    for id in ordered:  # the box of one expression has the numbers of its effects
        numbers[regions[id]] = numbers.get(regions[id], "") + numbers[id]

    def numbered(item: Any, *, boxed: bool) -> Any:
        return replace(item, label=f"{numbers[item.id]} {item.label}") if boxed and item.id in numbers else item

    return replace(
        graph,
        nodes=tuple(numbered(node, boxed=True) for node in graph.nodes),
        edges=(*graph.edges, *made),
        regions=tuple(numbered(region, boxed=region.kind == "library") for region in graph.regions),
    )


def number_sign(number: int) -> str:
    """
    >>> number_sign(1), number_sign(10), number_sign(11)
    ('①', '⑩', '(11)')
    """
    return chr(0x245F + number) if number <= 10 else f"({number})"


def starts_with_number(label: str) -> bool:
    """Return whether the label of an effect begins with its number.

    >>> starts_with_number("① print(x)"), starts_with_number("(11) print(x)"), starts_with_number("print(x)")
    (True, True, False)
    """
    begin = label.partition(" ")[0].partition(")")[0]
    return begin[:1] in map(number_sign, range(1, 11)) or begin.removeprefix("(").isdigit()


def _pairs(graph: Graph, acts: Acts) -> Iterable[tuple[str, str]]:
    """Return pairs of effects of which the second directly follows the first, unless values order them."""
    branches = _branches(graph)
    sources = sources_of(graph)
    done: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    found: dict[tuple[str, str], None] = {}
    for node, own in acts.items():
        for subject, writes in own:
            if subject is None:
                continue
            for before in _before(node, writes, done[subject], branches):
                if not _leads(sources, before, node):
                    found[before, node] = None
            done[subject].append((node, writes))
    return found


def _before(
    node: str, writes: bool, done: Sequence[tuple[str, bool]], branches: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """Return the last effects that must be over; after a conditional the last one of each branch."""
    last: list[str] = []
    for before, wrote in reversed(done):
        if not (writes or wrote) or _exclude(branches[node], branches[before]):
            continue
        if wrote and any(not _exclude(branches[before], branches[each]) for each in last):
            break
        last.append(before)
        if wrote and not branches[before].items() - branches[node].items():
            break
    return last


def _exclude(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether two nodes, by their branches, lie in different branches of one conditional."""
    return any(other.get(choice, branch) != branch for choice, branch in one.items())


def _branches(graph: Graph) -> dict[str, dict[str, str]]:
    """Return the branches around each node, by their conditional."""
    of_region: dict[str, dict[str, str]] = {}
    for region in graph.regions:  # parents come before their children
        own = {region.parent or "": region.id} if region.kind == "branch" else {}
        of_region[region.id] = {**of_region.get(region.parent or "", {}), **own}
    return {node.id: of_region[node.region] for node in graph.nodes}


def sources_of(graph: Graph) -> dict[str, list[str]]:
    """Return the nodes whose values each node takes."""
    return grouped((edge.target, edge.source) for edge in graph.edges if edge.kind == "data")


def _leads(sources: Mapping[str, Sequence[str]], start: str, end: str) -> bool:
    """Return whether values lead from one node to another."""
    seen, waiting = set[str](), [end]
    while waiting:
        for source in sources.get(waiting.pop(), ()):
            if source == start:
                return True
            if source not in seen and int(source[1:]) > int(start[1:]):  # values come from nodes before
                seen.add(source)
                waiting.append(source)
    return False


def unused_marked(graph: Graph, acts: Iterable[str]) -> Graph:
    """Return the graph with the role "unused" on operations that no result and no effect uses."""
    ends = [node.id for node in graph.nodes if node.kind == "output"]
    needed = needed_by(graph, [*ends, *acts])

    def marked(node: Node) -> Node:
        unused = node.kind == "operation" and not node.role and node.id not in needed
        return replace(node, role="unused") if unused else node

    return replace(graph, nodes=tuple(map(marked, graph.nodes)))


_TAKES_ITEMS = frozenset(("slice", "squeeze", "dynamic_slice", "gather"))


def without_other_items(graph: Graph) -> Graph:
    """Return the graph without the unused items of an expression that takes a row, as in `board[0][j]`, for one item.

    An expression of which the program uses no item stays: it is the user's.
    """
    regions = {region.id: region for region in graph.regions}

    def expression(node: Node) -> tuple[Any, ...]:
        region = regions[node.region]
        return (region.parent, region.span) if region.kind == "library" else (region.id, node.span)

    items = [(node, expression(node)) for node in graph.nodes if node.operation in _TAKES_ITEMS]
    used = {place for node, place in items if node.role != "unused"}
    left = {node.id for node, place in items if node.role == "unused" and place in used}
    left -= needed_by(graph, [node.id for node in graph.nodes if node.id not in left])
    kept = [node for node in graph.nodes if node.id not in left]
    full = {node.region for node in kept} | {region.parent for region in graph.regions}
    emptied = {node.region for node in graph.nodes if node.id in left} - full
    return replace(
        graph,
        nodes=tuple(kept),
        edges=tuple(edge for edge in graph.edges if edge.target not in left),
        regions=tuple(region for region in graph.regions if region.id not in emptied),
    )


def needed_by(graph: Graph, start: Iterable[str], apart: Iterable[str] = ()) -> set[str]:
    """Return the nodes that the values of some nodes depend on, without those in `apart` and what only they need."""
    left_out = set(apart)
    ends = ((edge.into or edge.target if edge.kind == "control" else edge.target, edge) for edge in graph.edges)
    feeding = grouped(ends)
    regions = {node.id: node.region for node in graph.nodes}
    parents = {region.id: region.parent for region in graph.regions}
    steers = grouped(
        (parents[edge.into], edge.source) for edge in graph.edges if edge.kind == "control" and edge.into is not None
    )
    found, waiting = set[str](), list(start)
    while waiting:
        at = waiting.pop()
        if at in found or at in left_out:
            continue
        found.add(at)
        waiting += [edge.source for edge in feeding[at]]
        if any(edge.kind == "feedback" for edge in feeding[at]):  # the loop's test decides how often it changes
            waiting += steers[regions[at]]
        around = regions.get(at) if at in regions else parents[at]
        if around is not None:
            waiting.append(around)
    return found - parents.keys()
