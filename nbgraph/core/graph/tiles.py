"""Cut a graph into tiles that are laid out one by one: the folded whole, and each folded region opened.

A picture with any choice of open regions can be put together from tiles, so that the number of layouts grows with the
number of regions and not with the number of choices. Also laid out as a whole are the choices a reader is likely to
make, one region more or less than at first. What would exceed the limits stays a closed box.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence

from nbgraph.core.graph.fold import boxes, fold, moved
from nbgraph.core.graph.model import BUDGET, Edge, Graph, Node, Region, grouped
from nbgraph.core.graph.simplify import open_regions, prepared
from nbgraph.core.records import dataclass, replace

SHIPPED = 300
"""Nodes of all tiles together; further regions stay closed."""
LARGEST = 300
"""Nodes of one tile; a larger region stays closed."""
WHOLES = 8
WHOLE_NODES = 400
"""As many further views of the whole, with as many nodes together, are laid out."""
ROOT = "r0"


@dataclass(frozen=True, slots=True)
class Tile:
    """A region drawn by itself."""

    region: str  # id of the region; "r0" for the whole
    opened: frozenset[str]  # ids of the regions that are open in it, its own included
    graph: Graph  # what is drawn; values that cross the boundary begin or end at nodes with the role "port"


@dataclass(frozen=True, slots=True)
class Tiles:
    """All tiles of a graph."""

    complete: Graph  # the graph without noise, with blocks: what can be searched
    finest: Graph  # the graph with every region open that has a tile; each edge is one value
    # the whole as it is shown first, then each region that can be opened further, outer before inner, then the
    # whole with one region more open or closed; where regions were asked for, they follow the first kind
    tiles: tuple[Tile, ...]
    boxes: Mapping[str, Node]  # how each region of `finest` looks when it is closed, by region
    closed: frozenset[str]  # ids of the regions that have no tile, although they hold something


def tiles(graph: Graph, *, budget: int = BUDGET, asked: Sequence[str] = ()) -> Tiles:
    """Return the tiles of a graph.

    Args:
        budget: how many nodes a tile may show, unless a region alone has more.
        asked: ids of extra regions to cut out, outer before inner, even beyond `SHIPPED`. They change no other tile.
    """
    complete = prepared(graph, budget)
    parts = _Parts(complete)
    opened = frozenset(open_regions(complete, budget))
    made = [Tile(ROOT, opened, fold(complete, set(opened)))]
    closed = set[str]()
    waiting = deque(_folded_regions(made[0].graph))
    total = len(made[0].graph.nodes)
    while waiting:
        region = waiting.popleft()
        size = parts.size(region)
        if size > LARGEST or total + size > SHIPPED:
            closed.add(region)
            continue
        tile = parts.tile(region, budget)
        made.append(tile)
        total += len(tile.graph.nodes)
        waiting.extend(_folded_regions(tile.graph))
    wholes, further = list(made), list[Tile]()
    for region in asked:
        if region in closed and parts.size(region) <= LARGEST:
            further.append(parts.tile(region, budget))
            closed.remove(region)
            closed.update(_folded_regions(further[-1].graph))
    made += further
    every = set[str]().union(*(tile.opened for tile in made))
    finest = fold(complete, every)
    finest = replace(finest, edges=_values(complete, every, finest))
    made.extend(_wholes(finest, wholes))
    closable = boxes(finest, every - {ROOT})
    seen = (node for graph in (finest, made[0].graph) for node in graph.nodes)  # checks are closed at first
    closable |= {node.folds: node for node in seen if node.folds is not None and node.folds not in every}
    return Tiles(complete, finest, tuple(made), closable, frozenset(closed))


def _wholes(finest: Graph, made: Sequence[Tile]) -> Iterator[Tile]:
    """Yield the whole with one region more open, with all open or closed, and with one closed, up to a limit."""
    opened, further = made[0].opened, [tile.opened for tile in made[1:]]
    shown = set(_folded_regions(made[0].graph))
    choices = [
        *(opened | tile.opened for tile in made[1:] if tile.region in shown),
        opened.union(*further),
        frozenset({ROOT}),
        *(opened - {region.id} for region in made[0].graph.regions if region.parent is not None),
    ]
    left = WHOLE_NODES
    for choice in list(dict.fromkeys(choices))[:WHOLES]:
        seen = fold(finest, set(choice))
        left -= len(seen.nodes)
        if choice != opened and len(seen.nodes) <= LARGEST and left >= 0:
            yield Tile(ROOT, frozenset(region.id for region in seen.regions), seen)


def _folded_regions(graph: Graph) -> list[str]:
    """Return the regions that can be opened further; a box for a single operation is none of them."""
    return [node.folds for node in graph.nodes if node.folds is not None and node.folded > 1]


def _values(complete: Graph, opened: set[str], finest: Graph) -> tuple[Edge, ...]:
    """Return the edges between the nodes of `finest`, one for each value: coarser views count and name them again."""
    folded = {node.id for node in finest.nodes if node.folds is not None}
    seen = dict[tuple[object, ...], Edge]()
    for edge in moved(complete, opened):
        alone = edge.source not in folded and edge.target not in folded
        key = (edge.id,) if alone else (edge.source, edge.target, edge.kind, edge.name, edge.aval, edge.into)
        seen.setdefault(key, edge)
    return tuple(seen.values())


class _Parts:
    """A graph by its regions, so that cutting out a part takes time proportional to the part."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.children = grouped((region.parent or "", region) for region in graph.regions)
        self.nodes = grouped((node.region, node) for node in graph.nodes)
        self.touching = grouped((end, edge) for edge in graph.edges for end in {edge.source, edge.target})
        self.regions = {region.id: region for region in graph.regions}
        self.known = {node.id: node for node in graph.nodes}

    def size(self, region: str) -> int:
        return len(self.nodes[region]) + len(self.children[region])

    def tile(self, region: str, budget: int) -> Tile:
        """Return the region by itself, as far open as the budget allows."""
        inner = self._inner(region)
        inside = {each.id for each in inner}
        members = sorted((node for each in inner for node in self.nodes[each.id]), key=lambda node: int(node.id[1:]))
        ids = {node.id for node in members}
        ports: dict[str, Node] = {}
        touching = {edge.id: edge for node in members for edge in self.touching[node.id]}
        edges = [
            _to_ports(edge, ids, ports, self.known)
            for edge in sorted(touching.values(), key=lambda edge: int(edge.id[1:]))
            if edge.into != region or edge.source in ids
        ]
        root = Region(ROOT, "function", "")
        regions = (root, replace(inner[0], parent=ROOT), *inner[1:])
        whole = Graph(self.regions[region].label, (*ports.values(), *members), tuple(edges), regions)
        opened = frozenset(open_regions(whole, budget, region)) & inside
        return Tile(region, opened, fold(whole, {ROOT, *opened}))

    def _inner(self, region: str) -> Sequence[Region]:
        found, waiting = list[Region](), [self.regions[region]]
        while waiting:
            at = waiting.pop()
            found.append(at)
            waiting.extend(reversed(self.children[at.id]))
        return found


def port(edge: Edge, inside: Collection[str]) -> str:
    """Return the id of the port at which a value crosses the boundary: one for each source, in each direction.

    >>> port(Edge("e0", "n3", "n7"), {"n7"}), port(Edge("e0", "n3", "n7"), {"n3"})
    ('i3', 'o3')
    >>> port(Edge("e0", "n7", "n3", kind="feedback"), {"n7"})
    'f3'
    """
    if edge.kind == "feedback":
        return f"f{(edge.source if edge.target in inside else edge.target)[1:]}"
    return f"{'i' if edge.target in inside else 'o'}{edge.source[1:]}"


def _to_ports(edge: Edge, inside: Collection[str], ports: dict[str, Node], known: Mapping[str, Node]) -> Edge:
    """Return the edge with its outer end at a port; for an argument or constant the port has its label."""
    if edge.source in inside and edge.target in inside:
        return edge
    name = port(edge, inside)
    outside = known[edge.source]
    shared = edge.kind == "data" and edge.target in inside and outside.kind in ("input", "constant")
    ports.setdefault(name, Node(name, "constant", "", outside.label if shared else "", role="port"))
    return replace(edge, source=name) if edge.target in inside else replace(edge, target=name)
