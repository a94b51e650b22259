"""Show an `if ... elif ... else` as one conditional with a branch for each, as its user wrote it.

In the program each `elif` is a conditional in the last branch of the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nbgraph.core.graph.model import Graph, Region, grouped
from nbgraph.core.records import replace


def with_chains(graph: Graph) -> Graph:
    """Return the graph with the branches of each `elif` beside those of its `if`, and its test before them.

    What both conditionals give, the outer one gives alone. An `if` after one that returns is such a branch, too.
    """
    read, homes, ends, labels, steered = _Read(graph), dict[str, str](), dict[str, str](), dict[str, str](), {}
    empty = set[str]()  # boxes of the parts of a string
    for later in graph.regions:
        if later.kind == "cond" and (first := read.before(later)) is not None:
            if first.id not in homes and read.is_alone(test := read.test(first), first):
                homes[test] = first.id
            homes |= {later.parent or "": first.id, later.id: first.id}
            ends |= {each: read.users[each][0].target for each in read.merges(later)}
            empty |= {read.nodes[each].region for each in read.merges(later)} - {later.id}
            labels |= {read.branch(each, "True"): read.words(each) for each in (first, later)}
            labels[read.branch(later, "False")] = "else"
            steered[later.parent] = {"target": read.test(later), "into": None}
    return replace(
        graph,
        nodes=tuple(
            replace(node, region=_last(homes.get(node.id, node.region), homes))
            for node in graph.nodes
            if node.id not in ends
        ),
        edges=tuple(
            replace(edge, **steered.get(edge.into, {"target": _last(edge.target, ends)}))
            for edge in graph.edges
            if edge.source not in ends
        ),
        regions=tuple(
            replace(each, parent=each.parent and _last(each.parent, homes), label=labels.get(each.id, each.label))
            for each in graph.regions
            if each.id not in homes and each.id not in empty
        ),
    )


def _last(id: str, following: Mapping[str, str]) -> str:
    while id in following:
        id = following[id]
    return id


def tests_of_chains(graph: Graph) -> list[list[str]]:
    """Return the tests of each chain in order, by id: one leads to the next where it is False."""
    steering = [edge for edge in graph.edges if edge.kind == "control"]
    tests = {edge.source for edge in steering}
    following = {edge.source: edge.target for edge in steering if edge.into is None and edge.target in tests}
    chains = [[first] for first in following if first not in following.values()]
    for chain in chains:
        while chain[-1] in following:
            chain.append(following[chain[-1]])
    return chains


class _Read:
    """The parts of a graph by where they are."""

    def __init__(self, graph: Graph) -> None:
        self.nodes = {node.id: node for node in graph.nodes}
        self.regions = {region.id: region for region in graph.regions}
        self.users = grouped((edge.source, edge) for edge in graph.edges)
        self.steering = {edge.into: edge.source for edge in graph.edges if edge.kind == "control"}
        self.inner = grouped((region.parent, region) for region in graph.regions)
        around = {region.id: region.parent or "" for region in graph.regions if region.kind == "items"}
        self.held = grouped((around.get(node.region, node.region), node.id) for node in graph.nodes)

    def before(self, later: Region) -> Region | None:
        """Return the conditional that does nothing but a later one where it is False; None for none."""
        branch = self.regions[later.parent or ""]
        first = self.regions.get(branch.parent or "")
        if first is None or first.kind != "cond" or branch.label != "False" or not _goes_on(first, later):
            return None
        beside, given = {*self._beside(branch.id, later.id)}, {*self.merges(first)}
        parts = (*beside, *self.merges(later))
        return first if self.test(later) in beside and all(self._leads(each, beside, given) for each in parts) else None

    def test(self, region: Region) -> str:
        """Return the node that decides a conditional; "" where no branch has a node."""
        return next((self.steering[each.id] for each in self.inner[region.id] if each.id in self.steering), "")

    def is_alone(self, test: str, region: Region) -> bool:
        """Return whether a test decides a conditional beside it and has no other use."""
        return self.nodes[test].region == region.parent and all(each.kind == "control" for each in self.users[test])

    def merges(self, region: Region) -> list[str]:
        return [each for each in self.held[region.id] if self.nodes[each].role == "merge"]

    def branch(self, region: Region, label: str) -> str:
        return next(each.id for each in self.inner[region.id] if each.label == label)

    def words(self, region: Region) -> str:
        is_written = region.label.startswith(("if ", "elif ", "case "))
        return region.label if is_written else f"if {self.nodes[self.test(region)].label}"

    def _beside(self, region: str, without: str) -> Iterator[str]:
        """Yield the nodes in a region, but those of an inner one and of bookkeeping."""
        yield from self.held[region]
        for inner in self.inner[region]:
            if inner.id != without and inner.kind != "checks":
                yield from self._beside(inner.id, without)

    def _leads(self, node: str, tests: set[str], given: set[str]) -> bool:
        """Return whether only a test uses a value; or if a branch gives it on, one result of the conditional around."""
        found, users = self.nodes[node], [each.target for each in self.users[node] if each.kind != "control"]
        if found.role == "merge":
            return len(users) == 1 and users[0] in given
        return {*users} <= (given if found.role == "pass" or found.kind == "constant" else tests)


def _goes_on(first: Region, later: Region) -> bool:
    """Return whether a conditional is an `elif` of another, or follows it."""
    if first.span is None or later.span is None or first.span.file != later.span.file:
        return False
    is_level = first.span.column == later.span.column or later.label.startswith("case ")
    return is_level or first.span.contains(later.span)
