"""Group the iterations of a loop that Python ran, and show the first of those that are alike.

A loop with few iterations is in the program once for each. Read one after the other they hide that it is a loop, and
that the iterations do the same. So the loop is a region, and the iterations that repeat an earlier one are another
region in it, closed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from nbgraph.core.graph.model import Graph, Node, Region, around, grouped
from nbgraph.core.graph.simplify import Item, in_order, iterations, nodes_in, parents_first
from nbgraph.core.spans import Span

KIND = "iteration"
UNLIKE, BOXES = 3, 5
"""Where more groups of like iterations follow each other, or take more boxes, all after the first is one box."""
Header = Callable[[Sequence[Span], int, int], tuple[str, Span | None]]


def iterations_together(graph: Graph, header: Header, trips: Callable[[Span | None], int] = lambda _: 0) -> Graph:
    """Return the graph with a region around the iterations of each unrolled loop, and one around the repeated ones.

    Args:
        graph: its regions of kind "iteration" are labelled `line_number`, as in JAX's scopes.
        header: returns the text and the position of a loop in a line, given where an operation in it is from, and in
            how many other loops of that line it is.
        trips: returns how many iterations the loop with its header at a span last made; 0 if unknown. The graph may
            contain nothing of some of them.
    """
    if not any(region.kind == KIND for region in graph.regions):
        return graph
    return _Together(graph, header, trips).graph()


class _Together:
    """Collects new parents, and then builds the graph with them."""

    def __init__(self, graph: Graph, header: Header, trips: Callable[[Span | None], int]) -> None:
        self.made_from = graph
        self.header, self.trips = header, trips
        self.regions = {region.id: region for region in graph.regions}
        self.written = dict(self.regions)
        self.above = {region.id: region.parent for region in graph.regions}
        self.parents: dict[str, str | None] = {}  # of nodes and regions that lie somewhere else now
        self.unused = 1 + max(int(region.id[1:]) for region in graph.regions)
        homes = ((each.region if isinstance(each, Node) else each.parent or "", each) for each in in_order(graph))
        self.items: dict[str, list[Item]] = grouped(homes)
        self.users: dict[str, set[str]] = defaultdict(set)
        for edge in graph.edges:
            self.users[edge.source].add(edge.target)

    def graph(self) -> Graph:
        for block in [*self.items]:
            for loop in _loops(self.items[block]):
                self._put_together(block, loop)
        nodes = tuple(replace(node, region=self._home(node.region, node.id)) for node in self.made_from.nodes)
        regions = [
            region if region.parent is None else replace(region, parent=self._home(region.parent, region.id))
            for region in self.regions.values()
            if region.kind != KIND or region.label.startswith(KIND)
        ]
        return replace(self.made_from, nodes=nodes, regions=parents_first(regions))

    def _put_together(self, block: str, loop: Sequence[Region]) -> None:
        """Group the iterations of one loop; a single iteration stays as it is."""
        if len(loop) == 1:
            return
        headers = self._headers(block, loop)
        places = [place for node in nodes_in(self.items, loop[0].id) for place in (node.span, *node.callers) if place]
        text, span = self.header(places, _line(loop[0]), self._depth(loop[0]))
        made = 0 if self._is_within(block) else self.trips(span)  # within another loop the count may differ each time
        whole = self._region("unrolled", f"{max(made, len(loop))} × {text}", block, span)
        groups = [[*run] for _, run in groupby(loop, key=lambda each: self._form(each.id))]
        boxes = sum(min(len(alike), 2) for alike in groups)
        for alike in [[*loop]] if len(groups) > UNLIKE or boxes > BOXES else groups:
            others = alike[1:]
            for each in alike if len(alike) < len(loop) else others:
                self.regions[each.id] = replace(each, label=f"iteration {_number(each)}", span=span)
            for each in alike:
                for item in headers.get(each.id, ()):
                    self.parents[item.id] = each.id
                self.parents[each.id] = whole
            if others:
                label = iterations([self.regions[each.id].label for each in others])
                rest = self._region("repeats", label, whole, span)
                for each in others:
                    self.parents[each.id] = rest

    def _is_within(self, block: str) -> bool:
        return any(self.written[each].kind == KIND for each in around(block, self.above))

    def _depth(self, region: Region) -> int:
        """Return how many other loops of the same line contain an iteration."""
        others = [self.written[each] for each in around(region.parent, self.above)]
        return sum(each.kind == KIND and _line(each) == _line(region) for each in others)

    def _form(self, region: str) -> tuple[object, ...]:
        """Return a key that is the same for iterations that do the same."""
        found: list[object] = []
        for item in self.items[region]:
            if isinstance(item, Node):
                found.append((item.kind, item.operation, item.role, item.avals))
            elif item.kind == "library" and item.span is not None and (inner := [*nodes_in(self.items, item.id)]):
                found.append((item.label, item.span, inner[-1].avals))
            else:
                found.append((item.kind if item.kind != KIND else "", self._form(item.id)))
        return tuple(found)

    def _headers(self, block: str, loop: Sequence[Region]) -> dict[str, list[Item]]:
        """Return by iteration what the loop's header computes for it alone, such as its item, and its break's nodes."""
        ids, line = {each.id for each in loop}, _line(loop[0])
        found: dict[str, list[Item]] = {}
        waiting: list[Item] = []
        last = ""
        for item in self.items[block]:
            if item.id not in ids:
                is_of_body = item.span is not None and item.span.line != line in [call.line for call in item.callers]
                (found.setdefault(last, []) if last and is_of_body else waiting).append(item)
                continue
            last = item.id
            inside = {node.id for node in nodes_in(self.items, item.id)}
            for before in reversed(waiting):
                nodes = (
                    {node.id for node in nodes_in(self.items, before.id)} if isinstance(before, Region) else {before.id}
                )
                users = set().union(*(self.users[node] for node in nodes)) - nodes
                if users and users <= inside and before.span is not None and before.span.line == line:
                    inside |= nodes
                    found.setdefault(item.id, []).insert(0, before)
            waiting.clear()
        return found

    def _region(self, kind: str, label: str, parent: str, span: Span | None) -> str:
        made = Region(f"r{self.unused}", kind, label, parent, span, kind)  # type: ignore[arg-type]
        self.unused += 1
        self.regions[made.id] = made
        return made.id

    def _home(self, region: str, item: str) -> str:
        """Return the region of an item; an iteration without a box of its own is skipped."""
        at = self.parents.get(item) or region
        while self.regions[at].kind == KIND and not self.regions[at].label.startswith(KIND):
            at = self.parents.get(at) or self.regions[at].parent or at
        return at


def _loops(items: Sequence[Item]) -> Iterator[list[Region]]:
    """Yield the iterations of each loop among some items; in a backward pass they count down."""
    loop: list[Region] = []
    for item in items:
        if not isinstance(item, Region) or item.kind != KIND:
            continue
        if loop and not _goes_on(loop, item):
            yield loop
            loop = []
        loop.append(item)
    if loop:
        yield loop


def _goes_on(loop: Sequence[Region], item: Region) -> bool:
    if _line(item) != _line(loop[-1]):
        return False
    step = _number(item) - _number(loop[-1])
    return step != 0 and (len(loop) == 1 or (step > 0) == (_number(loop[-1]) > _number(loop[-2])))


def _line(region: Region) -> int:
    return int(region.label.partition("_")[0])


def _number(region: Region) -> int:
    return int(region.label.rpartition("_")[2]) + 1
