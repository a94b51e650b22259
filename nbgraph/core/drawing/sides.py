"""Mirror Graphviz's layouts so that True is left of False.

Graphviz orders boxes to minimise crossings and takes no order of two clusters. A mirrored layout is as good, so the
whole is mirrored if that puts more of its branches right, and then each conditional that still has its branches the
wrong way; lines that lead into it get a new course.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from nbgraph.core.drawing.splines import Box, Point, Spline, falling, read_spline, sampled, within
from nbgraph.core.graph.model import Graph
from nbgraph.core.records import dataclass, replace

INCH = 72
NEAR = 3.0
"""Room between a line and what it passes, in points."""
LEAST_FALL = 6.0
"""What is left of a line's height for it to change sides in, in points."""
KNOTS = 4
"""As many knots of a line outside a conditional, and of one inside it, are tried as ends of its new course."""
LETTER = 7.5

Json = dict[str, Any]


@dataclass(frozen=True)
class _Drawing:
    """A layout."""

    frame: Box  # around everything
    nodes: Mapping[str, Box]  # by name
    regions: Mapping[str, Box]  # by name of the cluster
    # the middle of a label on a boundary or an edge, by name of the cluster or number of the edge
    words: Mapping[str | int, Point]
    lines: Mapping[int, Spline]  # by number of the edge


def true_first(layout: Json, graph: Graph) -> Iterator[Json]:
    """Yield a layout's forms in which every conditional has its branches in order from left to right, the better one
    first.

    One is the layout with as little changed as possible, the other its mirror image. Branches that are not side by side
    stay as they are, and a layout of a graph without conditionals is returned as it is.

    Args:
        layout: what Graphviz wrote as JSON of the graph's DOT text.
    """
    choices = _branches(graph)
    if not choices:
        yield layout
        return
    drawn = _read(layout)
    bare = replace(drawn, lines={}, words={})
    count, mirrors = _turned(bare, choices)[0], _turned(_mirrored(bare, bare.frame), choices)[0]
    if count == 0:
        yield layout
    if 0 < count <= mirrors:
        yield _written(layout, _turned(drawn, choices)[1])
    yield _written(layout, _turned(_mirrored(drawn, drawn.frame), choices)[1])
    if count > mirrors:
        yield _written(layout, _turned(drawn, choices)[1])


def _branches(graph: Graph) -> list[tuple[str, list[str]]]:
    """Return the branches of each open conditional in order, with the cluster around; closed branches are nodes."""
    found = [
        (each.parent, each.id, f"cluster_{each.id}", each.label) for each in graph.regions if each.kind == "branch"
    ]
    found += [
        (each.region, each.folds or "", each.id, each.label) for each in graph.nodes if each.operation == "branch"
    ]
    choices: list[tuple[str, list[str]]] = []
    for around, _, name, label in sorted(found, key=lambda each: (each[0], int(each[1][1:]))):
        if not choices or choices[-1][0] != f"cluster_{around}" or label.startswith(("True", "if ")):
            choices.append((f"cluster_{around}", []))
        choices[-1][1].append(name)
    return [(around, names) for around, names in choices if len(names) > 1]


def _turned(drawn: _Drawing, choices: Sequence[tuple[str, Sequence[str]]]) -> tuple[int, _Drawing]:
    """Mirror each conditional whose branches are the wrong way, outer before inner, then each two that still are.

    Return how many, and the layout.
    """
    count = 0
    alone = drawn.regions.keys() & {each for each, number in Counter(at for at, _ in choices).items() if number == 1}
    areas = {each: (x2 - x1) * (y2 - y1) for each, (x1, y1, x2, y2) in drawn.regions.items()}
    for choice, names in sorted(choices, key=lambda each: -areas.get(each[0], 0)):
        wrong = sum(_swapped(drawn, *pair) is not None for pair in pairwise(names))
        if choice in alone and 2 * wrong > len(names) - 1:
            drawn, count = _mirrored(drawn, drawn.regions[choice]), count + 1
        for _ in range(len(names) ** 2):
            beside = pairwise(sorted(names, key=lambda each: _box_of(drawn, each)[0]))
            pairs = (_swapped(drawn, two, one) for one, two in beside if names.index(one) > names.index(two))
            if (both := next((each for each in pairs if each is not None), None)) is None:
                break
            drawn, count = _mirrored(drawn, both), count + 1
    return count, drawn


def _box_of(drawn: _Drawing, branch: str) -> Box:
    return drawn.regions.get(branch) or drawn.nodes.get(branch) or (0, 0, 0, 0)


def _swapped(drawn: _Drawing, one: str, other: str) -> Box | None:
    """Return the box around two branches side by side if the first is on the right; else None."""
    right, left = _box_of(drawn, one), _box_of(drawn, other)
    if left[2] > right[0] or left[1] >= right[3] or right[1] >= left[3]:
        return None
    return left[0], min(left[1], right[1]), right[2], max(left[3], right[3])


def _mirrored(drawn: _Drawing, box: Box) -> _Drawing:
    """Return the layout with the contents of a box mirrored."""
    turn = box[0] + box[2]

    def warp(point: Point) -> Point:
        return turn - point[0], point[1]

    def turned(place: Box) -> Box:
        return turn - place[2], place[1], turn - place[0], place[3]

    def inside(place: Box) -> bool:
        return place != box and within(place[:2], box, 1) and within(place[2:], box, 1)

    nodes = {name: turned(place) if inside(place) else place for name, place in drawn.nodes.items()}
    regions = {name: turned(place) if inside(place) else place for name, place in drawn.regions.items()}
    made = replace(drawn, nodes=nodes, regions=regions)
    words = dict(drawn.words)
    for name, place in drawn.regions.items():
        if name in words and inside(place):  # the label stays at the start of the boundary
            words[name] = regions[name][0] + words[name][0] - place[0], words[name][1]
    lines = dict(drawn.lines)
    for number, line in drawn.lines.items():
        ends = [within(end, box, 1) for end in (line.points[0], line.points[-1])]
        if not any(ends):
            continue
        if all(ends):
            lines[number] = line.mapped(warp)
            if number in words:
                words[number] = warp(words[number])
            continue
        lines[number], bent = _led(line if ends[1] else line.reversed(), warp, box, made)
        if ends[0]:
            lines[number] = lines[number].reversed()
        if number in words:
            others = (place for name, place in words.items() if name != number)
            words[number] = _place_of_words(lines[number], bent, others, made)
    return replace(made, lines=lines, words=words)


def _led(line: Spline, warp: Any, box: Box, drawn: _Drawing) -> tuple[Spline, Spline]:
    """Return a line from outside to its end in the mirrored box, and its piece that changes sides.

    Of the connections from a knot outside to one inside, the one that crosses the fewest boxes; of those, the shortest.
    """
    first = next(knot for knot in line.knots() if all(within(point, box, 1) for point in line.points[knot::3]))
    outside, inside = list(line.knots())[: first // 3], list(line.knots())[first // 3 :]
    obstacles = _obstacles(line.points[0], warp(line.points[-1]), drawn)
    best: tuple[float, float, Spline, Spline] | None = None
    for leaves in outside[-KNOTS:]:
        for enters in inside[:KNOTS]:
            a, b = line.points[leaves], warp(line.points[enters])
            if abs(a[1] - b[1]) < LEAST_FALL:
                continue
            bent = falling(a, b)
            whole = line.to(leaves).then(bent).then(line.since(enters).mapped(warp))
            path = sampled(whole.points)
            length = sum(((c - e) ** 2 + (d - f) ** 2) ** 0.5 for (c, d), (e, f) in pairwise(path))
            if best is not None and best[0] == 0 and length >= best[1]:
                continue
            met = _met(path, obstacles)
            if best is None or (met, length) < best[:2]:
                best = met, length, whole, bent
    if best is None:  # side by side: a straight piece
        a, b = line.points[outside[-1]], warp(line.points[first])
        third = ((b[0] - a[0]) / 3, (b[1] - a[1]) / 3)
        bent = Spline((a, (a[0] + third[0], a[1] + third[1]), (b[0] - third[0], b[1] - third[1]), b))
        return line.to(outside[-1]).then(bent).then(line.since(first).mapped(warp)), bent
    return best[2], best[3]


def _met(path: Sequence[Point], obstacles: Sequence[Box]) -> int:
    across, along = zip(*path, strict=True)
    left, right, bottom, top = min(across), max(across), min(along), max(along)
    near = [each for each in obstacles if each[0] < right and left < each[2] and each[1] < top and bottom < each[3]]
    wide = [(a - NEAR, b - NEAR, c + NEAR, d + NEAR) for a, b, c, d in near]
    return sum(any(a < x < c and b < y < d for x, y in path) for a, b, c, d in wide)  # `within`, inlined for speed


def _obstacles(start: Point, end: Point, drawn: _Drawing) -> list[Box]:
    """Return what a line between two points should not cross: nodes, and regions that contain neither."""
    places = [*drawn.nodes.values(), *drawn.regions.values()]
    return [place for place in places if not within(start, place, NEAR) and not within(end, place, NEAR)]


def _place_of_words(line: Spline, bent: Spline, words: Iterable[Point], drawn: _Drawing) -> Point:
    """Return a position for a line's label: beyond the middle of the changed piece, clear of boxes and labels."""
    path = sampled(bent.points if len(bent.points) < len(line.points) else line.points)
    wish = len(path) * 2 // 3
    taken = [*drawn.nodes.values(), *((x - 4 * LETTER, y - LETTER, x + 4 * LETTER, y + LETTER) for x, y in words)]
    free = [at for at, point in enumerate(path) if not any(within(point, place, LETTER) for place in taken)]
    return path[min(free or [wish], key=lambda at: abs(at - wish))]


def _read(layout: Json) -> _Drawing:
    nodes, regions, words = dict[str, Box](), dict[str, Box](), dict[str | int, Point]()
    for item in layout.get("objects", ()):
        if item["name"].startswith("cluster_"):
            regions[item["name"]] = _box(item["bb"])
            if "lp" in item:
                words[item["name"]] = _point(item["lp"])
        elif "pos" in item:
            (x, y), w, h = _point(item["pos"]), float(item["width"]) * INCH / 2, float(item["height"]) * INCH / 2
            nodes[item["name"]] = x - w, y - h, x + w, y + h
    lines = dict[int, Spline]()
    for number, edge in enumerate(layout.get("edges", ())):
        if "pos" in edge:
            lines[number] = read_spline(edge["pos"])
        if "lp" in edge:
            words[number] = _point(edge["lp"])
    return _Drawing(_box(layout["bb"]), nodes, regions, words, lines)


def _written(layout: Json, drawn: _Drawing) -> Json:
    """Return the layout with the positions of a drawing."""

    def words(name: str | int) -> Json:
        return {"lp": f"{drawn.words[name][0]:.2f},{drawn.words[name][1]:.2f}"} if name in drawn.words else {}

    objects = []
    for item in layout.get("objects", ()):
        name = item["name"]
        if name in drawn.regions:
            item = {**item, "bb": ",".join(f"{number:.2f}" for number in drawn.regions[name]), **words(name)}
        elif name in drawn.nodes:
            left, bottom, right, top = drawn.nodes[name]
            item = {**item, "pos": f"{(left + right) / 2:.2f},{(bottom + top) / 2:.2f}"}
        objects.append(item)
    edges = [
        {**edge, "pos": drawn.lines[number].text(), **words(number)} if number in drawn.lines else edge
        for number, edge in enumerate(layout.get("edges", ()))
    ]
    return {**layout, "objects": objects, "edges": edges}


def _box(text: str) -> Box:
    left, bottom, right, top = map(float, text.split(","))
    return left, bottom, right, top


def _point(text: str) -> Point:
    x, y = map(float, text.split(","))
    return x, y
