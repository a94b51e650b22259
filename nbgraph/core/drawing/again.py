"""Draw a function again after an edit so that most boxes keep their relative positions.

Graphviz orders boxes to minimise crossings, and an extra box may turn half of the picture round. It accepts an order of
boxes that are side by side in one region. Where whole regions stand depends on the order of its statements: of several
orders the one is taken which moves the fewest boxes.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from nbgraph.core.drawing.dot import Rows, dot_text
from nbgraph.core.drawing.layouts import Box, Layout, read_layout
from nbgraph.core.drawing.sides import true_first
from nbgraph.core.graph.model import Graph, around, grouped
from nbgraph.core.records import dataclass, replace

FUNCTIONS = 64
"""As many functions' last pictures are remembered."""
LITTLE = 0.15
"""What share of the boxes may move before other orders are tried."""
LONGER = 1.2
"""How much longer than in the layout that Graphviz likes best all lines together may be."""
TRIES = (4, 16, 16, 16)
"""As many orders are tried each time: first the program's and the old one, then any, then ones like the best so far."""
SWAPS = 2

Key = tuple[str, str, int]
Part = TypeVar("Part")
Json = dict[str, Any]
Run = Callable[[Sequence[str]], Sequence[Json]]


@dataclass(frozen=True, slots=True)
class _Picture:
    text: str  # in Graphviz's language
    nodes: Mapping[Key, str]  # by kind and label
    layout: Layout


class LastPictures:
    """The last picture of each function, by name."""

    def __init__(self) -> None:
        self._last: dict[str, _Picture] = {}

    def nearest(self, graph: Graph, made: Json, run: Run) -> Layout:
        """Return the layout that Graphviz made of a graph, or one nearer to the last layout under this name."""
        fresh = read_layout(next(true_first(made, graph)))
        picture, last = _Picture(dot_text(graph), _by_key(graph), fresh), self._last.pop(graph.name, None)
        if last is not None:
            same = last.text == picture.text
            picture = last if same else replace(picture, layout=_nearest(graph, picture, last, run))
        self._last[graph.name] = picture
        for name in list(self._last)[:-FUNCTIONS]:
            self._last.pop(name, None)
        return picture.layout


def _by_key(graph: Graph) -> dict[Key, str]:
    seen, found = Counter[tuple[str, str]](), dict[Key, str]()
    for node in graph.nodes:
        seen[node.role, node.label] += 1
        found[node.role, node.label, seen[node.role, node.label]] = node.id
    return found


def _nearest(graph: Graph, picture: _Picture, last: _Picture, run: Run) -> Layout:
    kept = sorted(picture.nodes.keys() & last.nodes.keys())
    if 2 * len(kept) < len(last.nodes):  # another function of the same name
        return picture.layout
    few = LITTLE * len(kept)
    here, before = [picture.nodes[key] for key in kept], [last.layout.nodes[last.nodes[key]] for key in kept]
    stood = [_sides(before, axis) for axis in (0, 1)]

    def cost(layout: Layout) -> tuple[float, float]:
        boxes = [layout.nodes[id] for id in here]
        return max(_moved(stood, [_sides(boxes, axis) for axis in (0, 1)]), few), _length(layout)

    old = {id: box[0] for id, box in zip(here, before, strict=True)}
    longest = LONGER * _length(picture.layout)
    best, layout, order = cost(picture.layout), picture.layout, graph
    for attempt, tries in enumerate(TRIES):
        if best[0] <= few:
            break
        seeds = range(100 * attempt, 100 * attempt + tries)
        orders = [order if seed == 0 else _reordered(order, seed, few=attempt > 1) for seed in seeds]
        if attempt == 0:
            orders[1] = _sorted(graph, old)
        rows = _rows(graph, layout, old)
        for other, made in zip(orders, run([dot_text(each, rows=rows) for each in orders]), strict=False):
            found = read_layout(next(true_first(made, other)))
            if (far := cost(found)) < best and far[1] <= longest:
                best, layout, order = far, found, other
    return layout


def _rows(graph: Graph, layout: Layout, before: Mapping[str, float]) -> Rows:
    """Return the boxes at one height in one region that were there before, in their old order."""
    rows: dict[tuple[str, int], list[str]] = defaultdict(list)
    for node in graph.nodes:
        if node.role != "port" and node.id in before:
            rows[node.region, layout.nodes[node.id][1]].append(node.id)
    found: dict[str, list[list[str]]] = defaultdict(list)
    for (region, _), ids in rows.items():
        if len(ids) > 1:
            found[region].append(sorted(ids, key=lambda id: before[id]))
    return found


def _sorted(graph: Graph, before: Mapping[str, float]) -> Graph:
    """Return the same graph with its parts in the order in which they stood from left to right."""
    parents = {region.id: region.parent for region in graph.regions}
    old = [node for node in graph.nodes if node.id in before]
    held = grouped((region, before[node.id]) for node in old for region in around(node.region, parents))
    middles = defaultdict(float, {region: sum(places) / len(places) for region, places in held.items()})
    at = {node.id: before.get(node.id, middles[node.region]) for node in graph.nodes}
    nodes = tuple(sorted(graph.nodes, key=lambda node: at[node.id]))
    edges = tuple(sorted(graph.edges, key=lambda edge: (at[edge.source], at[edge.target])))
    root, *regions = graph.regions
    return replace(graph, nodes=nodes, edges=edges, regions=(root, *sorted(regions, key=lambda each: middles[each.id])))


def _reordered(graph: Graph, seed: int, *, few: bool) -> Graph:
    """Return the same graph with its parts in another order: a few of them, or all."""
    by = random.Random(seed)
    root, *regions = graph.regions

    def mixed(parts: Sequence[Part]) -> tuple[Part, ...]:
        if not few:
            return tuple(by.sample(parts, len(parts)))
        made = list(parts)
        for _ in made[:SWAPS]:
            made.insert(by.randrange(len(made)), made.pop(by.randrange(len(made))))
        return tuple(made)

    return replace(graph, nodes=mixed(graph.nodes), edges=mixed(graph.edges), regions=(root, *mixed(regions)))


def _length(layout: Layout) -> int:
    return sum(abs(c - a) + abs(d - b) for line in layout.edges.values() for (a, b), (c, d) in pairwise(line.points))


Sides = list[tuple[int, int]]


def _sides(boxes: Sequence[Box], axis: int) -> Sides:
    """Return for each box which others end before it begins, and which begin after its end, as bit masks.

    >>> _sides([(1, 0, 2, 2), (9, 0, 2, 2), (5, 0, 2, 2)], 0)
    [(0, 6), (5, 0), (1, 2)]
    """
    ends = [(box[axis] - box[axis + 2] / 2, box[axis] + box[axis + 2] / 2) for box in boxes]
    return [
        (
            sum(1 << at for at, (_, end) in enumerate(ends) if end <= left),
            sum(1 << at for at, (start, _) in enumerate(ends) if right <= start),
        )
        for left, right in ends
    ]


def _moved(old: Sequence[Sides], new: Sequence[Sides]) -> int:
    """Return how many boxes, removed greedily, leave all others in their old relative positions.

    >>> at = lambda *xs: [_sides([(x, 0, 2, 2) for x in xs], 0)]
    >>> _moved(at(1, 5, 9), at(1, 9, 5)), _moved(at(1, 5, 9), at(9, 1, 5)), _moved(at(1, 5, 9), at(1, 5, 20))
    (1, 1, 0)
    """
    turned = [0] * len(old[0])
    for before, after in zip(old, new, strict=True):
        for at, ((left, right), (lefts, rights)) in enumerate(zip(before, after, strict=True)):
            turned[at] |= left & rights | right & lefts
    count = 0
    while any(turned):
        most = max(range(len(turned)), key=lambda at: turned[at].bit_count())
        turned[most] = 0
        turned = [others & ~(1 << most) for others in turned]
        count += 1
    return count
