"""Graphviz's SVG made inert: parsed, rebuilt from an allow-list, and written in one fixed form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from xml.etree import ElementTree

from nbgraph.core.drawing.labels import visible

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
_ID = re.compile(r"[ner]\d+")
_CLASS = re.compile(r"[a-z ]+")


@dataclass(frozen=True, slots=True)
class Svg:
    """A finished picture."""

    text: str  # the SVG element, without XML declaration
    width: float  # natural width, in px, at which text has its nominal size of 13 to 14 px
    height: float  # natural height, in px


def clean_svg(raw: str, title: str = "") -> Svg:
    """The picture in Graphviz's output, with nothing in it but shapes and text.

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
    # What stands before the root is a document type, the one place where entities could be defined.
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
