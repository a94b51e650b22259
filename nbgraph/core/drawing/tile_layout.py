"""Tiles laid out: where each box, border and line of a tile stands, as whole numbers in px, the origin at top left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from nbgraph.core.drawing.dot import NOTHING, dot_text
from nbgraph.core.drawing.engines import UNREADABLE, Engine, engines, run_layouts
from nbgraph.core.drawing.sides import true_first
from nbgraph.core.drawing.splines import read_spline
from nbgraph.core.graph.model import Graph, Node, Region
from nbgraph.core.graph.tiles import Tile

SECONDS = 2.0
INCH = 72

Box = tuple[int, int, int, int]
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """The course of an edge."""

    # the control points of a cubic spline (1 + 3k of them), from the source to the arrow's tip
    points: tuple[Point, ...]
    label: Point | None  # the middle of its label; None where it has none


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of a tile stand."""

    width: int  # of the whole, in px at which text is 13 to 14 px high
    height: int  # of the whole
    nodes: Mapping[str, Box]  # by id: middle, width and height
    regions: Mapping[str, Box]  # by id: left, top, width and height
    edges: Mapping[str, Line]  # by id


def lay_out(
    tiles: Sequence[Tile],  # what to lay out; the first matters most
    loose: Sequence[Node] = (),  # folded nodes of which only the size is wanted
    *,
    seconds: float = SECONDS,
    using: Sequence[Engine] | None = None,  # the engines to try, in order; by default those of this machine
) -> tuple[list[tuple[Tile, Layout]], dict[str, Box]] | None:
    """The layouts of as many of `tiles` as can be made in time, in order, and the sizes of `loose` boxes by region.

    One child process lays out all of them. None when no engine is installed, or none manages even the first. Of the
    further views of the first tile's region only those are given in which neighbours keep their order.
    """
    apart = tuple(replace(node, id=f"n{index}", region="r0") for index, node in enumerate(loose))
    texts = [dot_text(Graph("", apart, (), (Region("r0", "function", ""),))), *(dot_text(tile.graph) for tile in tiles)]
    for engine in engines() if using is None else using:
        made = run_layouts(engine, texts, seconds)
        if len(made) > 1:
            with suppress(*UNREADABLE):
                boxes = _layout(made[0]).nodes
                return _in_order(tiles, made[1:]), {node.folds or "": boxes[f"n{at}"] for at, node in enumerate(loose)}
    return None


def _in_order(tiles: Sequence[Tile], made: Sequence[dict[str, Any]]) -> list[tuple[Tile, Layout]]:
    """The layouts with True left of False; of the first tile's region only further ones that keep its order."""
    drawn = list[tuple[Tile, Layout]]()
    for tile, data in zip(tiles, made, strict=False):
        again = bool(drawn) and tile.region == tiles[0].region
        ways = (_layout(way) for way in true_first(data, tile.graph))
        layout = next((way for way in ways if not again or keeps_order(drawn[0][1], way)), None)
        if layout is not None:
            drawn.append((tile, layout))
    return drawn


def keeps_order(one: Layout, other: Layout) -> bool:
    """Whether no two things that stand side by side in `one` stand side by side the other way round in `other`."""
    before, after = _sides(one), _sides(other)
    return not any((right, left) in after for left, right in before)


def _sides(layout: Layout) -> set[tuple[str, str]]:
    """Each pair of nodes or regions of which the first is left of the second, at the same height."""
    boxes = {name: (x - w / 2, y - h / 2, x + w / 2, y + h / 2) for name, (x, y, w, h) in layout.nodes.items()}
    boxes |= {name: (x, y, x + w, y + h) for name, (x, y, w, h) in layout.regions.items()}
    return {
        (name, beside)
        for name, (_, top, right, bottom) in boxes.items()
        for beside, (left, upper, _, lower) in boxes.items()
        if right <= left and top < lower and upper < bottom
    }


def _layout(data: Mapping[str, Any]) -> Layout:
    _, _, width, height = (float(number) for number in data["bb"].split(","))
    objects = data.get("objects", ())
    nodes, regions = dict[str, Box](), dict[str, Box]()
    for item in objects:
        if item["name"].startswith("cluster_"):
            left, bottom, right, top = (float(number) for number in item["bb"].split(","))
            regions[item["name"].removeprefix("cluster_")] = _rounded(left, height - top, right - left, top - bottom)
        elif "pos" in item and not item["name"].startswith(NOTHING):
            x, y = (float(number) for number in item["pos"].split(","))
            nodes[item["name"]] = _rounded(x, height - y, float(item["width"]) * INCH, float(item["height"]) * INCH)
    edges = {edge["id"]: _line(edge, height) for edge in data.get("edges", ()) if "pos" in edge}
    return Layout(round(width), round(height), nodes, regions, edges)


def _rounded(*numbers: float) -> Box:
    a, b, c, d = map(round, numbers)
    return a, b, c, d


def _line(edge: Mapping[str, Any], height: float) -> Line:
    """Graphviz names the tip of an arrow apart from the spline, which ends where the arrow begins."""
    line = read_spline(edge["pos"])
    course = (line.start or line.points[0], *line.points[1:-1], line.end or line.points[-1])
    points = [(round(x), round(height - y)) for x, y in course]
    if edge.get("dir") == "back":
        points.reverse()
    label = None
    if "lp" in edge:
        x, y = map(float, edge["lp"].split(","))
        label = (round(x), round(height - y))
    return Line(tuple(points), label)
