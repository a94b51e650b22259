"""Read and write lines as Graphviz does: cubic splines with separate arrow tips."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nbgraph.core.records import dataclass, replace

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, right, top; upwards counts as more."""

STEPS = 12
"""As many points of a piece are looked at."""


@dataclass(frozen=True, slots=True)
class Spline:
    """A line."""

    points: tuple[Point, ...]  # 1 + 3k control points
    start: Point | None = None  # the tip of an arrow at its beginning
    end: Point | None = None  # the tip of an arrow at its end

    def mapped(self, warp: Callable[[Point], Point]) -> Spline:
        start, end = (None if tip is None else warp(tip) for tip in (self.start, self.end))
        return Spline(tuple(map(warp, self.points)), start, end)

    def reversed(self) -> Spline:
        return Spline(self.points[::-1], self.end, self.start)

    def knots(self) -> range:
        """Return the indices in `points` where the pieces meet, both ends included."""
        return range(0, len(self.points), 3)

    def to(self, knot: int) -> Spline:
        return replace(self, points=self.points[: knot + 1], end=None)

    def since(self, knot: int) -> Spline:
        return replace(self, points=self.points[knot:], start=None)

    def then(self, other: Spline) -> Spline:
        return Spline(self.points + other.points[1:], self.start, other.end)

    def text(self) -> str:
        """
        >>> read_spline("e,0,1 5,9 5,6 2,3 0,3").text()
        'e,0.00,1.00 5.00,9.00 5.00,6.00 2.00,3.00 0.00,3.00'
        """
        tips = [f"{mark},{_text(tip)}" for mark, tip in (("s", self.start), ("e", self.end)) if tip is not None]
        return " ".join([*tips, *map(_text, self.points)])


def read_spline(text: str) -> Spline:
    """The line in an edge's `pos`."""
    tips, points = dict[str, Point](), list[Point]()
    for word in text.split():
        *mark, x, y = word.split(",")
        if mark:
            tips[mark[0]] = float(x), float(y)
        else:
            points.append((float(x), float(y)))
    return Spline(tuple(points), tips.get("s"), tips.get("e"))


def falling(above: Point, below: Point) -> Spline:
    """Return a line that leaves one point downward and reaches the other from above."""
    middle = (above[1] + below[1]) / 2
    return Spline((above, (above[0], middle), (below[0], middle), below))


def sampled(points: Sequence[Point]) -> list[Point]:
    """Return points on a line, close enough to find what it crosses."""
    found = [points[0]]
    for at in range(0, len(points) - 3, 3):
        piece = points[at : at + 4]
        found += [_on(piece, step / STEPS) for step in range(1, STEPS + 1)]
    return found


def within(point: Point, box: Box, slack: float = 0.0) -> bool:
    left, bottom, right, top = box
    return left - slack < point[0] < right + slack and bottom - slack < point[1] < top + slack


def _on(piece: Sequence[Point], t: float) -> Point:
    (a, b), (c, d), (e, f), (g, h) = piece
    u = 1 - t
    p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return p * a + q * c + r * e + s * g, p * b + q * d + r * f + s * h


def _text(point: Point) -> str:
    return f"{point[0]:.2f},{point[1]:.2f}"
