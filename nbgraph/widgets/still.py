"""Make what an output shows where its scripts do not run: text, the graph as an image, code, times, a note on trust."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import Any
from unicodedata import east_asian_width
from urllib.parse import quote

from nbgraph.core.codegen.source_map import CONVERTED
from nbgraph.core.drawing.palette import light
from nbgraph.widgets.text import cut, language, to_text, visible
from nbgraph.widgets.words import say, tell

Data = dict[str, Any]

TRUST = (
    "Scripts do not run here, so this is a still view. In Jupyter, the command Trust Notebook (Ctrl or Cmd+Shift+C "
    "finds it) or `jupyter trust NAME.ipynb` makes it interactive."
)
_PURE = "pure JAX"
_LINES = 48
"""Lines of code at most: the page holds all of them, packed."""
_LINE, _FONT = 16, 14
_HEAD = (
    "<marker id='a' orient='auto' refX='7' refY='3' markerWidth='7' markerHeight='6'>"
    "<path d='M7 3 0 0V6Z' class='h'/></marker>"
)
_STYLE = (
    f"*{{fill:none;stroke:{light('muted')};font:{_FONT}px sans-serif}}"
    f".n{{fill:{light('paper')}}}.e{{fill:{light('input')}}}"
    f"text{{fill:{light('ink')};stroke:none;text-anchor:middle}}path{{marker-end:url(#a)}}path.n,path.o{{marker-end:none}}"
    f"svg .b,svg .w{{fill:{light('muted')};text-anchor:start}}svg .w{{fill:{light('name')}}}"
    f"svg .h{{fill:{light('muted')};stroke:none;marker-end:none}}.d{{stroke-dasharray:4 3}}"
)


def still(payload: Data) -> str:
    """Return it as HTML elements that a notebook keeps even if it is not trusted."""
    parts = [part for function in payload["functions"] if not function.get("predict") for part in _further(function)]
    return (
        f'<div class="nbg-skeleton"><p><em>{html.escape(say(TRUST, language(payload)))}</em></p>\n'
        f"<pre>{html.escape(to_text(payload, pictured=True))}</pre>\n{''.join(parts)}</div>"
    )


def _further(function: Data) -> Iterator[str]:
    graph = function["graph"]
    if graph is not None and graph["tiles"]:
        # What is left as it is has no meaning in an attribute between quotation marks, so HTML need not escape it.
        lang = function.get("lang", "")
        address = quote(picture(graph, lang), safe=" <>='/:;,.{}()*+-")
        alt = html.escape(visible(tell(lang, "Dataflow graph of {0}", graph["name"])))
        yield f'<p><img alt="{alt}" src="data:image/svg+xml,{address}"></p>\n'
    if text := "\n\n".join(filter(None, (_code(function), _times(function)))):
        yield f"<pre>{html.escape(visible(text))}</pre>\n"


def _code(function: Data) -> str:
    forms = {code["form"]: code["lines"] for code in function["codes"]}
    form = next((form for form in (_PURE, CONVERTED) if form in forms), None)
    return (
        ""
        if form is None
        else "\n".join([form, *cut((f"  {line}".rstrip() for line in forms[form]), _LINES, function.get("lang", ""))])
    )


def _times(function: Data) -> str:
    timing = function["timing"]
    if timing is None:
        return ""
    labels = tuple(each["label"] for each in timing["baselines"])
    all_lines = timing["text"].splitlines()
    # The text above the table and the notes are written already.
    table = dropwhile(lambda line: line.split()[:1] != ["median"] and not line.startswith(labels), all_lines)
    lines = [line for line in table if line not in function.get("notes", ())]
    return "\n".join(_in_language(lines, timing, function["lang"]) if function.get("lang") else lines)


def _in_language(lines: Iterable[str], timing: Data, lang: str) -> Iterator[str]:
    """Yield the table of times and its sentences in a language; labels are padded to the same width."""
    labels = {each["label"]: say(each["label"], lang) for each in timing["baselines"]}
    old, new = (max(map(_cells, found), default=0) for found in (labels, labels.values()))
    for line in lines:
        label, rest = line[:old].rstrip(), line[old:]
        if line == " ".join(timing["sentences"]):
            yield " ".join(say(sentence, lang) for sentence in timing["sentences"])
        elif label in labels:
            words = labels[label]
            failed = rest.strip() if not rest.strip()[:1].isdigit() else ""
            noted = re.sub(r"  \((.*)\)$", lambda found: f"  ({say(found[1], lang)})", rest)
            yield words + " " * (new - _cells(words)) + (f"  {say(failed, lang)}" if failed else noted)
        elif line.startswith("once, before: "):
            parts = (part.split(" ") for part in line.removeprefix("once, before: ").split(", "))
            named = (" ".join([say(" ".join(part[:-2]), lang), *part[-2:]]) for part in parts)
            yield tell(lang, "once, before: {0}", ", ".join(named))
        else:
            yield " " * new + rest.replace("runs", say("runs", lang)) if not label else say(line, lang)


def _cells(text: str) -> int:
    """Return how many columns a text takes: a Chinese character takes two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def picture(graph: Data, lang: str = "") -> str:
    """Return the graph's first view, as a small SVG without a quotation mark.

    >>> graph = {"strings": ["input", "x", "", "f"], "nodes": [[0, 0, 0, 2, 1, [1], [], 0, -1, 0, -1, 0, 0]],
    ...          "edges": [], "regions": [], "tiles": [[0, 40, 30, [0, 20, 15, 36, 26], [], []]]}
    >>> picture(graph).partition("class='n'/>")[2]
    "<rect x='2' y='2' width='36' height='26' rx='13' class='e'/><text x='20' y='20'>x</text></svg>"
    """
    _, width, height, nodes, regions, lines = graph["tiles"][0]
    text = graph["strings"].__getitem__
    opened = {0, *regions[::5]}
    seen = (row for row in graph["nodes"] if row[10] < 0 or (row[7] in opened and row[10] not in opened))
    rows = {row[0]: row for row in sorted(seen, key=lambda row: row[10] >= 0)}  # a closed box has a number from inside
    borders = {row[0]: text(row[2]) for row in graph["regions"]}
    sources = {row[0]: row[1] for row in graph["edges"]}
    edges = {row[0]: (text(row[3]), text(row[4])) for row in graph["edges"]}
    size = f"viewBox='-8 -8 {width + 16} {height + 16}' width='{width + 16}' height='{height + 16}'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {size}>",
        f"<style>{_STYLE}</style>{_HEAD}<rect x='-8' y='-8' width='100%' height='100%' class='n'/>",
        _boxes("o", [box for _, *box in _fives(regions)]),
        *(_words(borders.get(at, ""), x + 10, y + 18, "b", width // 8) for at, x, y, width, _ in _fives(regions)),
        *(_line(*edges.get(line[0], ("", "")), line) for line in lines),
        _boxes("n", [_around(*box) for at, *box in _fives(nodes) if at in rows and not _is_round(rows[at], text)]),
        *(_node(rows[number], text, lang, *box) for number, *box in _fives(nodes) if number in rows),
        *(_leaf(rows[at], text, *box) for number, *box in _fives(nodes) if (at := sources.get(-1 - number)) in rows),
    ]
    return "".join([*parts, "</svg>"])


def _fives(numbers: list[int]) -> Iterator[list[int]]:
    return (numbers[at : at + 5] for at in range(0, len(numbers), 5))


def _boxes(kind: str, boxes: Iterable[Sequence[int]]) -> str:
    """Return boxes, by left, top, width and height, as one shape, which takes a third of the characters."""
    course = "".join(f"M{left} {top}h{width}v{height}h-{width}z" for left, top, width, height in boxes)
    return f"<path d='{course}' class='{kind}'/>" if course else ""


def _around(x: int, y: int, width: int, height: int) -> tuple[int, int, int, int]:
    return x - width // 2, y - height // 2, width, height


def _is_round(row: list[Any], text: Any) -> bool:
    return text(row[1]) in ("input", "output", "constant")


def _node(row: list[Any], text: Any, lang: str, x: int, y: int, width: int, height: int) -> str:
    shape = next((text(aval) for aval in row[6] if not text(aval).endswith("[]")), "")
    form = "{0} operations" if row[9] != 1 else "{0} operation"
    count = tell(lang, form, row[9]) if text(row[2]) == "folded" else ""
    label = [line for line in (text(row[4]), count or shape) if line]
    rect = f"{_rect(*_around(x, y, width, height), height // 2)} class='e'/>" if _is_round(row, text) else ""
    ys = (y + 5 + round((at - (len(label) - 1) / 2) * _LINE) for at in range(len(label)))
    return rect + "".join(_words(line, x, at) for line, at in zip(label, ys, strict=True))


def _leaf(row: list[Any], text: Any, x: int, y: int, width: int, height: int) -> str:
    rect = _rect(x - width // 2, y - height // 2, width, height, height // 2)
    return f"{rect} class='e'/>{_words(text(row[4]), x, y + 5)}"


def _rect(left: int, top: int, width: int, height: int, round_: int) -> str:
    return f"<rect x='{left}' y='{top}' width='{width}' height='{height}' rx='{round_}'"


def _words(text: str, x: int, y: int, kind: str = "", width: int = 48) -> str:
    shown = text if len(text) <= width else text[: max(width - 1, 0)] + "…"
    own = f" class='{kind}'" if kind else ""
    return f"<text x='{x}' y='{y}'{own}>{html.escape(visible(shown), quote=False)}</text>" if shown else ""


def _line(kind: str, name: str, row: list[int]) -> str:
    """Return an edge: its course, and its label if it has one; `row` is as in `payload.graph`."""
    label, steps = (row[2:4], row[4:]) if row[1] else (None, row[2:])
    x, y, *moves = steps
    course, (dx, dy) = [], (0, 0)
    for at, (a, b) in enumerate(zip(moves[::2], moves[1::2], strict=True)):
        dx, dy = (a, b) if at % 3 == 0 else (dx + a, dy + b)
        course.append(f"{dx} {dy}")
    words = _words(name, x + label[0], y + label[1] + 5, "w") if label else ""
    broken = " class='d'" if kind in ("feedback", "control") else ""
    way = f"c{' '.join(course).replace(' -', '-')}" if any(moves[::2]) else f"v{sum(moves[1::2])}"
    return f"<path d='M{x} {y}{way}'{broken}/>{words}"
