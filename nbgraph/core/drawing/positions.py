"""Hold the positions of a laid-out graph in Graphviz's notation, to be passed back to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nbgraph.core.records import dataclass, field

_NUMBERS = re.compile(r"[\d.,eEs+ -]+")


@dataclass(frozen=True, slots=True)
class Border:
    """A boundary: its corners, and the middle of its label or None."""

    box: str
    words: str | None


@dataclass(frozen=True, slots=True)
class Course:
    """A line: its spline, and the middle of its label or None."""

    course: str
    words: str | None


@dataclass(frozen=True, slots=True)
class Places:
    """All positions of a layout, by the model's ids."""

    # the middle of each, in points, the origin at the bottom left
    nodes: Mapping[str, str] = field(default_factory=dict)
    borders: Mapping[str, Border] = field(default_factory=dict)  # those of regions
    lines: Mapping[str, Course] = field(default_factory=dict)  # those of edges

    def region_at(self, point: str) -> str | None:
        """Return the innermost region around a point; None where there is none."""
        x, y = _numbers(point)
        around = []
        for name, border in self.borders.items():
            left, bottom, right, top = _numbers(border.box)
            if left <= x <= right and bottom <= y <= top:
                around.append(((right - left) * (top - bottom), name))
        return min(around)[1] if around else None


NOWHERE = Places()


def places_of(layout: Mapping[str, Any]) -> Places:
    """Return the positions in a layout of Graphviz's JSON; raise `ValueError` for anything but numbers."""
    nodes, borders = dict[str, str](), dict[str, Border]()
    for item in layout.get("objects", ()):
        if item["name"].startswith("cluster_"):
            borders[item["id"]] = Border(_checked(item["bb"]), _words(item))
        elif "pos" in item:
            nodes[item["name"]] = _checked(item["pos"])
    lines = {
        edge["id"]: Course(_checked(edge["pos"]), _words(edge)) for edge in layout.get("edges", ()) if "pos" in edge
    }
    return Places(nodes, borders, lines)


def _words(item: Mapping[str, Any]) -> str | None:
    return _checked(item["lp"]) if "lp" in item else None


def _checked(numbers: str) -> str:
    """Return numbers unchanged; raise `ValueError` for a string that could end the DOT text around it."""
    if not _NUMBERS.fullmatch(numbers):
        raise ValueError(f"the layout engine wrote {numbers!r} for numbers")
    return numbers


def _numbers(text: str) -> Iterator[float]:
    return map(float, text.split(","))
