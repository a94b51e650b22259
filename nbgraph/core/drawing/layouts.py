"""Read a layout that Graphviz writes in JSON: whole numbers in px, the origin at top left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nbgraph.core.drawing.dot import NOTHING
from nbgraph.core.drawing.splines import read_spline
from nbgraph.core.records import dataclass

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
    """The positions of a tile's parts."""

    width: int  # of the whole, in px at which text is 13 to 14 px high
    height: int  # of the whole
    nodes: Mapping[str, Box]  # by id: middle, width and height
    regions: Mapping[str, Box]  # by id: left, top, width and height
    edges: Mapping[str, Line]  # by id


def read_layout(data: Mapping[str, Any]) -> Layout:
    """Return the layout in Graphviz's JSON; edges without an id only order others, and are left out."""
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
    edges = {edge["id"]: _line(edge, height) for edge in data.get("edges", ()) if {"pos", "id"} <= edge.keys()}
    return Layout(round(width), round(height), nodes, regions, edges)


def _rounded(*numbers: float) -> Box:
    a, b, c, d = map(round, numbers)
    return a, b, c, d


def _line(edge: Mapping[str, Any], height: float) -> Line:
    """Return an edge's course with its arrow tip, which Graphviz writes separately from the spline."""
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
