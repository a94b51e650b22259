"""Lay out a graph: the view that fits, drawn by the first engine that succeeds in time, as inert SVG.

Graphviz's SVG is parsed, rebuilt from an allow-list, and written in one fixed form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from xml.etree import ElementTree

from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.engines import UNREADABLE, Engine, engines, run_engine, run_layouts
from nbgraph.core.drawing.labels import visible
from nbgraph.core.drawing.positions import places_of
from nbgraph.core.drawing.sides import true_first
from nbgraph.core.graph.model import BUDGET, Graph
from nbgraph.core.graph.simplify import view
from nbgraph.core.records import dataclass

SECONDS = 2.0
COARSE = 12


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and what it shows."""

    svg: str  # self-contained SVG; its groups have the ids of `graph`'s nodes, edges and regions
    graph: Graph  # the view that is drawn; coarser than was asked for when that took too long
    width: float  # natural width in px, at which text is 13 to 14 px high
    height: float  # natural height in px
    engine: str  # the engine that drew it


def draw(
    graph: Graph,  # a complete graph, or a view of one
    *,
    budget: int = BUDGET,  # as for `core.graph.simplify.view`
    seconds: float = SECONDS,  # the time limit of one attempt
    using: Sequence[Engine] | None = None,  # the engines to try, in order; by default those of this machine
) -> Picture | None:
    """Return the picture of a graph; None when no engine is installed, or none manages even a coarse view."""
    found = engines() if using is None else tuple(using)
    if not found:
        return None
    shown = view(graph, budget)
    for attempt in (shown, view(graph, budget=min(budget, COARSE))):
        picture = _draw(attempt, found, seconds)
        if picture is not None:
            return picture
    return None


def _draw(shown: Graph, found: Sequence[Engine], seconds: float) -> Picture | None:
    for engine in found:
        text = placed_text(shown, engine, seconds) if engine.placed else dot_text(shown)
        raw = None if text is None else run_engine(engine, text, seconds, placed=bool(engine.placed))
        if raw is None:
            continue
        try:
            svg = clean_svg(raw, f"Dataflow graph of {shown.name}")
        except ValueError:
            continue
        return Picture(svg.text, shown, svg.width, svg.height, engine.name)
    return None


def placed_text(shown: Graph, engine: Engine, seconds: float = SECONDS) -> str | None:
    """Return the DOT text of a view with all positions; None where the engine did not lay it out in time."""
    for layout in run_layouts(engine, (dot_text(shown),), seconds):
        try:
            return dot_text(shown, places_of(next(true_first(layout, shown))))
        except UNREADABLE:
            return None
    return None


LONGEST_TITLE = 200
NAMESPACE = "http://www.w3.org/2000/svg"

_ELEMENTS = frozenset({"g", "polygon", "polyline", "path", "ellipse", "text"})
_ATTRIBUTES = frozenset({
    "points", "d", "cx", "cy", "rx", "ry", "x", "y", "transform", "fill", "stroke", "stroke-width",
    "stroke-dasharray", "fill-opacity", "stroke-opacity", "font-family", "font-size", "font-weight", "font-style",
    "text-anchor",
})  # fmt: skip
# Lists of numbers, colours, path letters and font names; no quote, no colon, so no URL.
_VALUE = re.compile(r"[\w\s.,#%+()-]*")
_ID = re.compile(r"[nerl]\d+")
_CLASS = re.compile(r"[a-z ]+")


@dataclass(frozen=True, slots=True)
class Svg:
    """A finished picture."""

    text: str  # the SVG element, without XML declaration
    width: float  # natural width, in px, at which text has its nominal size of 13 to 14 px
    height: float  # natural height, in px


def clean_svg(raw: str, title: str = "") -> Svg:
    """Return the picture in Graphviz's output, with nothing in it but shapes and text.

    Ids are kept where they are the model's (`n0`, `e3`, `r2`); titles, links, styles, scripts, comments and whatever
    else is not on the list are left out.

    Raises:
        ValueError: the text is not an SVG picture.

    >>> raw = '<svg viewBox="0 0 9 9"><g id="n0" onload="x()"><title>t</title><text>a&lt;b</text></g></svg>'
    >>> clean_svg(raw).text.partition(' role="img">')[2]
    '<g id="n0"><text>a&lt;b</text></g></svg>'
    """
    start = raw.find("<svg")
    if start < 0:
        raise ValueError("the layout engine returned no SVG")
    # Text before the root is a document type, the one place where entities could be defined.
    root = _parsed(raw[start:])
    box = [float(number) for number in root.get("viewBox", "").split()]
    if len(box) != 4:
        raise ValueError("the layout engine returned an SVG without a view box")
    size = f'viewBox="{" ".join(map(_number, box))}" width="{_number(box[2])}" height="{_number(box[3])}"'
    label = f' aria-label="{escape(visible(title, LONGEST_TITLE))}"' if title else ""
    body = "".join(part for child in root for part in _element(child))
    return Svg(f'<svg xmlns="{NAMESPACE}" {size} role="img"{label}>{body}</svg>', box[2], box[3])


def _parsed(text: str) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError(f"the layout engine returned a broken SVG: {error}") from error


def _element(element: ElementTree.Element) -> Iterator[str]:
    name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
    if name == "a":  # Graphviz wraps what has a tooltip or a link; only the shapes inside are wanted
        for child in element:
            yield from _element(child)
    if name not in _ELEMENTS:
        return
    yield f"<{name}{''.join(_attributes(element))}>"
    if name == "text":
        yield escape(element.text or "", quote=False)
    for child in element:
        yield from _element(child)
    yield f"</{name}>"


def _attributes(element: ElementTree.Element) -> Iterator[str]:
    for name, value in element.attrib.items():
        wanted = (
            (name in _ATTRIBUTES and _VALUE.fullmatch(value))
            or (name == "id" and _ID.fullmatch(value))
            or (name == "class" and _CLASS.fullmatch(value))
        )
        if wanted and "url" not in value:
            yield f' {name}="{escape(value)}"'


def _number(value: float) -> str:
    return f"{value:g}" if value == round(value) else f"{value:.2f}"
