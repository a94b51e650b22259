"""Collect the operations of an inlined helper in a region with its name, and name its result as its caller does.

A helper that is a program of its own is one equation, which becomes a region when it is read. Equations of other
helpers, such as methods and short functions, are part of their caller's program; the callers of each say whose it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile

from nbgraph.core.graph.locations import Places
from nbgraph.core.graph.model import Edge, Graph, Node, Region, around, grouped
from nbgraph.core.graph.simplify import Item, in_order, nodes_in, parents_first
from nbgraph.core.graph.source_names import Function
from nbgraph.core.records import dataclass, replace
from nbgraph.core.spans import Span

LEAST = 2
"""Fewer operations have no region: a box around a box says nothing."""
_CONTROL = ("cond", "while", "scan")
_CALLED = (*_CONTROL, "call", "library")
_SIDES = ("branch", "test", "body")
_TRANSFORMED = ("forward", "backward", "vmap")
_WORD = re.compile(r"\w+")
Chain = tuple[Span, ...]


@dataclass(frozen=True)
class Hop:
    """A call of a helper."""

    function: Function
    site: Span


def helpers_together(graph: Graph, definition: Callable[[Span], Function | None]) -> Graph:
    """Return the graph with a region around the operations of each call of an inlined helper."""
    spans = {span for node in graph.nodes if node.kind == "operation" for span in (node.span, *node.callers) if span}
    if len({definition(span) for span in spans} - {None}) < LEAST:
        return graph
    return _Together(graph, definition).graph()


class _Together:
    """Collects new parents, and then builds the graph with them."""

    def __init__(self, graph: Graph, definition: Callable[[Span], Function | None]) -> None:
        self.made_from, self.definition = graph, definition
        self.regions = {region.id: region for region in graph.regions}
        homes = ((each.region if isinstance(each, Node) else each.parent or "", each) for each in in_order(graph))
        self.items: dict[str, list[Item]] = grouped(homes)
        self.homes: dict[str, str] = {}  # of nodes and regions that lie somewhere else now
        self.unused = 1 + max(int(region.id[1:]) for region in graph.regions)

    def graph(self) -> Graph:
        self._block("r0", self.items["r0"], (), ())
        nodes = tuple(replace(node, region=self.homes.get(node.id, node.region)) for node in self.made_from.nodes)
        regions = [replace(each, parent=self.homes.get(each.id, each.parent)) for each in self.regions.values()]
        return replace(self.made_from, nodes=nodes, regions=parents_first(regions))

    def _block(self, region: str, items: Sequence[Item], base: tuple[Span, ...], around: Chain) -> None:
        """Group the items of a region by the call that they come from.

        Args:
            base: the calls that led to the region.
            around: where the branch or loop around is, which is among the items' callers, too.
        """
        calls: dict[Span, list[tuple[Item, Hop]]] = defaultdict(list)
        for item in items:
            hops = self._hops(item, around)
            if len(hops) > len(base) and tuple(hop.site for hop in hops[: len(base)]) == base:
                calls[hops[len(base)].site].append((item, hops[len(base)]))
        led = {item.id for found in calls.values() for item, _ in found}
        loops = (*_CONTROL, "unrolled", "iteration", "repeats")
        owners = [each for each in (self.regions[region], *items) if isinstance(each, Region) and each.kind in loops]
        loose = [each.span for each in owners if each.id not in led]
        boxed = {
            item.id
            for found in calls.values()
            if (len(found) >= LEAST or any(isinstance(each, Region) and each.kind in _CONTROL for each, _ in found))
            and not any(span and found[0][1].function.span.contains(span) for span in loose)  # its loop is elsewhere
            for item, _ in found
        }
        for site, found in calls.items():
            if found[0][0].id in boxed:
                inside = [item for item, _ in found]
                made = self._region([hop for _, hop in found], region, _chain(inside[0]))
                self.homes.update((item.id, made) for item in inside)
                self._block(made, inside, (*base, site), around)
        for item in items:
            if isinstance(item, Region) and item.id not in boxed and item.kind != "library":
                self._block(item.id, self.items[item.id], *self._within(item, base, around))

    def _within(self, region: Region, base: tuple[Span, ...], around: Chain) -> tuple[tuple[Span, ...], Chain]:
        """Return the calls that lead to a region's items, and its own location if the items' callers have it."""
        own = tuple(hop.site for hop in self._hops(region, around))
        if region.kind in _CONTROL and region.span is not None:
            return own, _chain(region)
        if region.kind == "call" and region.span is not None:
            return (*own, region.span), around
        known = (*own, *(hop.site for hop in self._shared(region, around)[len(own) :][:1]))
        is_inside = region.kind in _TRANSFORMED and len(known) > len(own) == len(base)
        return (known if is_inside and own == base else base), around

    def _hops(self, item: Item, around: Chain) -> list[Hop]:
        """Return the calls that led to an item, outermost first; for a region without a span those of all its items."""
        if isinstance(item, Node) or item.kind in _CALLED:
            return self._of_chain(_chain(item), around)
        if item.kind in _SIDES:
            return []
        shared = self._shared(item, around)
        if item.kind in _TRANSFORMED:
            own = next((at for at, hop in enumerate(shared) if hop.function.name in _WORD.findall(item.label)), 0)
            return shared[:own]
        if item.span is None:
            return shared
        depths = [at for at, hop in enumerate(shared, 1) if hop.function.span.contains(item.span)]
        return shared[: max(depths, default=0)]

    def _shared(self, region: Region, around: Chain) -> list[Hop]:
        """Return the calls that led to all nodes of a region."""
        found = [
            self._of_chain(_chain(each), around) for each in nodes_in(self.items, region.id) if each.span is not None
        ]
        return [hops[0] for hops in takewhile(lambda hops: len({*hops}) == 1, zip(*found, strict=False))]

    def _of_chain(self, chain: Chain, around: Chain) -> list[Hop]:
        own = chain[: len(chain) - len(around)] if around and chain[-len(around) :] == around else chain
        functions = [self.definition(span) for span in own]
        found = [
            Hop(function, site)
            for at, (function, (_, site)) in enumerate(zip(functions, pairwise(own), strict=False))
            if function is not None and function not in functions[at + 1 :]
        ]
        return found[::-1]

    def _region(self, hops: Sequence[Hop], parent: str, chain: Chain) -> str:
        site = hops[0].site
        callers = chain[chain.index(site) + 1 :] if site in chain else ()
        made = Region(f"r{self.unused}", "call", _label(hops), parent, site, hops[0].function.name, callers)
        self.unused += 1
        self.regions[made.id] = made
        return made.id


def _label(hops: Sequence[Hop]) -> str:
    """Return the helper's name; the class's where one call runs several of its methods, as `__new__` and `__init__`."""
    first, *others = dict.fromkeys(hop.function.label for hop in hops)
    owner = first.rpartition(".")[0]
    return owner if owner and others and all(each.rpartition(".")[0] == owner for each in others) else first


def _chain(item: Item) -> Chain:
    return () if item.span is None else (item.span, *item.callers)


def named_by_caller(graph: Graph, places: Places) -> Graph:
    """Return the graph with the callers' names on the edges that leave helpers."""
    regions = {region.id: region for region in graph.regions}
    nodes = {node.id: node for node in graph.nodes}
    parents = {region.id: region.parent for region in graph.regions}

    def left(edge: Edge) -> list[Region]:
        """Return the regions that an edge leaves, innermost first."""
        outside = {*around(nodes[edge.target].region, parents)}
        return [regions[each] for each in around(nodes[edge.source].region, parents) if each not in outside]

    edges = (_named(edge, nodes[edge.source], left(edge), places) for edge in graph.edges)
    return replace(graph, edges=tuple(edges))


def _named(edge: Edge, source: Node, left: Sequence[Region], places: Places) -> Edge:
    name = edge.name
    for region in left if edge.kind == "data" else ():
        if region.kind == "call" and region.span is not None:
            name = _name(name, source, region.span, places) or name
    return edge if name == edge.name else replace(edge, name=name)


def _name(name: str, source: Node, site: Span, places: Places) -> str:
    """Return the name that a statement with a call binds a value to; "" unless it is the result or one of its items."""
    chain = [span for span in (source.span, *source.callers) if span is not None]
    helper = places.definition(chain[chain.index(site) - 1]) if site in chain[1:] else None
    if helper is None or not helper.results:
        return ""
    pairs = zip(places.bound((site,), len(helper.results)), helper.results, strict=True)
    found = [bound for bound, (place, own) in pairs if place in chain or own == name != ""]
    return found[0] if len(found) == 1 else ""
