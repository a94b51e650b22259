"""Turn the dataflow graph into plain data with its layouts.

The page puts the picture of any choice of open regions together from tiles (`core.graph.tiles`), each laid out here.
Most of the data are rows of numbers; repeated texts and spans are in tables. The ids are the model's without their
letter: 5 is `n5`, `e5` or `r5`.

What a page does not hold is kept where the page was made, and sent on request.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from threading import Thread
from typing import Any

from nbgraph.core.drawing.style import is_fold
from nbgraph.core.drawing.text import text_tree
from nbgraph.core.drawing.tile_layout import Box, LastPictures, Layout, Line, lay_out, lay_out_stages
from nbgraph.core.graph.model import Edge, Graph, Node, Region, around
from nbgraph.core.graph.tiles import LARGEST, Tile, Tiles, tiles
from nbgraph.core.records import dataclass
from nbgraph.core.report import Report
from nbgraph.widgets.payload.spans import Places

Data = dict[str, Any]
Row = list[Any]

INDEXED = 12_000
"""As many operations inside closed boxes can be found by searching."""
_SHOWN = LastPictures()  # a function that is shown again, edited, looks most as it did
_Layouts = list[tuple[Tile, Layout]]
_Drawn = tuple[_Layouts, dict[str, Box], _Layouts]
# The last graph of a name with its tiles and layouts: other arguments of the same types are the same picture.
_DRAWN: dict[str, tuple[Graph, Tiles, _Drawn]] = {}
_KEPT = 8
_MOST_AHEAD = 300  # nodes of a graph for which that is surely enough: else it would be waited for twice


def draw_ahead(graph: Graph) -> Thread:
    """Lay out a graph in a thread ahead of time, so that `graph_data` finds the layouts."""

    def run() -> None:
        with suppress(Exception):  # drawing the graph will report the error
            if len(graph.nodes) <= _MOST_AHEAD:
                _drawn(graph)

    (thread := Thread(target=run, name="nbgraph layout", daemon=True)).start()
    return thread


def graph_data(graph: Graph, places: Places) -> Data:
    """Return what the page shows of a graph."""
    return _data(graph, places, *_drawn(graph))


def graph_view(graph: Graph, regions: Sequence[str], places: Places) -> Data:
    """Return `graph_data` with further regions to open: the kernel's answer for what a page does not hold.

    Its one tile is that of the last of `regions`: the page has the others. It is laid out by itself and put into their
    picture, in which neighbours keep their order.

    Args:
        regions: ids of the regions that the page was given in the same way, in order, and of the one it requests.

    Raises:
        ValueError: the last region cannot be shown; the text is for the reader.
    """
    cut = tiles(graph, asked=regions)
    wanted = [tile for tile in cut.tiles if tile.region == regions[-1]][:1]
    if not wanted:
        raise ValueError(f"What is in it is too much for one picture: more than {LARGEST} boxes.")
    made = lay_out(wanted, list(cut.boxes.values()))
    if made is None or not made[0]:
        raise ValueError("There is no layout engine, or it took longer than two seconds.")
    return _data(graph, places, cut, (*made[:2], []))


def _data(graph: Graph, places: Places, cut: Tiles, made: _Drawn) -> Data:
    drawn, sizes, stages = made
    writer = _Writer(places)
    return {
        "name": graph.name,
        "text": text_tree(cut.tiles[0].graph),
        "nodes": [*map(writer.node, (*(node for node in cut.finest.nodes if node.folds is None), *cut.boxes.values()))],
        "edges": [writer.edge(edge) for edge in cut.finest.edges],
        "regions": [writer.region(region, sizes) for region in _regions(cut)],
        "tiles": [_tile(tile.region, layout) for tile, layout in drawn],
        "stage": [[*_tile(tile.region, layout), [*map(_number, sorted(tile.opened))]] for tile, layout in stages],
        **writer.hidden(cut),
        "strings": list(writer.strings),
        "spans": [list(span) for span in writer.spans],
    }


def _drawn(graph: Graph) -> tuple[Tiles, _Drawn]:
    """Return a graph's tiles with their layouts, made in a child process; those from before for the same graph."""
    before = _DRAWN.pop(graph.name, None)
    if before is not None and before[0] == graph:
        _, cut, made = before
        is_whole = True
    else:
        cut = tiles(graph)
        drawn, sizes, is_whole = lay_out(cut.tiles, list(cut.boxes.values()), last=_SHOWN) or ([], {}, False)
        made = drawn, sizes, lay_out_stages(cut, drawn[0][1]) if drawn else []
    if is_whole:  # the rest of another may be laid out another time
        _DRAWN[graph.name] = graph, cut, made
        for name in list(_DRAWN)[:-_KEPT]:
            _DRAWN.pop(name, None)
    return cut, made


def _regions(cut: Tiles) -> list[Region]:
    return [region for region in cut.complete.regions if region.id in cut.boxes or region.parent is None]


class _Writer:
    """Writes rows, and collects the texts and spans they refer to in order of their first use."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.strings: dict[str, int] = {}
        self.spans: dict[tuple[int, ...], int] = {}

    def text(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings))

    def texts(self, texts: Iterable[object]) -> list[int]:
        return [self.text(str(text)) for text in texts]

    def place(self, found: list[int] | None) -> int:
        return -1 if found is None else self.spans.setdefault(tuple(found), len(self.spans))

    def node(self, node: Node) -> Row:
        role = "helper" if node.role == "folded" and not is_fold(node) else node.role
        return [
            _number(node.id),
            *self.texts((node.kind, role, node.operation, node.label)),
            self.texts(name for name in dict.fromkeys(node.names) if name),
            self.texts(node.avals),
            _number(node.region),
            self.place(self.places.of(node.span, *node.callers)),
            node.folded,
            -1 if node.folds is None else _number(node.folds),
            *((0, 0) if node.cost is None else (node.cost.flops, node.cost.bytes)),
        ]

    def edge(self, edge: Edge) -> Row:
        return [
            _number(edge.id),
            _number(edge.source),
            _number(edge.target),
            *self.texts((edge.kind, edge.name, "" if edge.aval is None else edge.aval)),
            -1 if edge.into is None else _number(edge.into),
        ]

    def region(self, region: Region, sizes: dict[str, Box]) -> Row:
        _, _, width, height = sizes.get(region.id, (0, 0, 0, 0))
        return [
            _number(region.id),
            *self.texts((region.kind, region.label)),
            -1 if region.parent is None else _number(region.parent),
            self.place(self.places.of(region.span, *region.callers)),
            width,
            height,
        ]

    def hidden(self, cut: Tiles) -> Data:
        """Return the operations inside boxes that cannot be opened, for the search alone, and how many are left out."""
        shown = {node.id for node in cut.finest.nodes if node.folds is None}
        boxes = {region.id for region in _regions(cut)}
        parents = {region.id: region.parent for region in cut.complete.regions}
        inside = [node for node in cut.complete.nodes if node.id not in shown]
        rows = [
            [
                _number(next(each for each in around(node.region, parents) if each in boxes)),
                *self.texts((node.operation, node.label)),
                self.texts(name for name in node.names if name),
                self.texts(node.avals),
                (self.places.of(node.span, *node.callers) or [0])[0],
            ]
            for node in inside[:INDEXED]
        ]
        total = sum(node.kind == "operation" for node in cut.complete.nodes)
        return {"hidden": rows, "unsearched": max(len(inside) - INDEXED, 0), "total": total}


def _tile(region: str, layout: Layout) -> Row:
    """Return one layout: the region, width, height, nodes, leaves and regions (id and four numbers each), lines."""
    return [
        _number(region),
        layout.width,
        layout.height,
        [number for id, box in layout.nodes.items() if id[0] in "nl" for number in (_placed(id), *box)],
        [number for id, box in layout.regions.items() for number in (_number(id), *box)],
        [_line(id, line) for id, line in layout.edges.items()],
    ]


def _placed(id: str) -> int:
    """Return a node's number; below 0 for the leaf at the start of an edge: `l0` is -1, `l1` is -2."""
    return _number(id) if id[0] == "n" else -1 - _number(id)


def _line(id: str, line: Line) -> list[int]:
    """Return an edge's id; 0, or 1 and its label's offset; its first point, then the steps between points."""
    (x, y), label = line.points[0], line.label
    steps = [number for (a, b), (c, d) in pairwise(line.points) for number in (c - a, d - b)]
    return [_number(id), *((0,) if label is None else (1, label[0] - x, label[1] - y)), x, y, *steps]


def _number(id: str) -> int:
    return int(id[1:])


@dataclass(frozen=True)
class Unshown:
    """A graph of which a page holds a part."""

    graph: Graph  # all of it
    places: Places  # the positions of its function on the page

    def view(self, regions: Sequence[int]) -> dict[str, Any]:
        """Return the page's graph with further regions to open; raise `ValueError` as `graph_view` does."""
        return graph_view(self.graph, [f"r{number}" for number in regions], self.places)


@dataclass(frozen=True)
class Answer:
    """The explorer's data, and what it leaves out."""

    data: dict[str, Any]  # what is shown
    # for each function the graph of which `data` holds a part; None where it holds all
    graphs: tuple[Unshown | None, ...] = ()
    acts: bool = False  # whether the function has acted outside of its process, as each further run would


def unshown(report: Report, data: Mapping[str, Any] | None) -> Unshown | None:
    """Return the graph of a report, if `data`, which a page shows of it, leaves any of its regions out; else None."""
    if report.graph is None or not data or not left_out(data):
        return None
    return Unshown(report.graph, Places.of_report(report))


def left_out(data: Mapping[str, Any]) -> list[int]:
    """Return the closed regions of more than one operation that cannot be opened, by number; [] without a picture.

    >>> left_out({"nodes": [], "tiles": []})
    []
    """
    openable = {tile[0] for tile in data["tiles"]} | {number for tile in data["tiles"] for number in tile[4][::5]}
    closed = [row[10] for row in data["nodes"] if row[10] >= 0 and row[9] > 1 and row[10] not in openable]
    return closed if data["tiles"] else []
