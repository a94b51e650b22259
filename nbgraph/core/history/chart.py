"""Draw a history as pictures: a line for each number, a heat map for each array, in the page's colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from nbgraph.core.timing.shown import shown

if TYPE_CHECKING:
    from nbgraph.core.history.model import History, LoopHistory


_WIDE, _HIGH, _CELLS, _COLUMNS, _POINTS = 520, 72, 64, 60, 260
_LINE, _CHANGED = "#3b82d6", "#d9731f"  # both are visible on white and on black
_CHARTS = 12  # charts for one loop


Shape = list[Any]
"""Tag, attributes and text of a part of a picture."""


def data(history: History) -> dict[str, Any]:
    """Return the pictures of all loops as plain data without markup, which pages draw."""
    return {"loops": list(map(_loop, history.loops)), "notes": list(history.notes)}


def _loop(loop: LoopHistory) -> dict[str, Any]:
    drawn = [(name, each) for name, each in loop.values.items() if len(each) and not isinstance(each[0], list)]
    charts = list(islice(filter(None, (_chart(*each, loop) for each in drawn)), _CHARTS))
    return {"title": loop.title, "charts": charts, "left": len(loop.values) - len(charts)}


def page(history: History) -> str:
    """Return the pictures of all loops as HTML."""
    found = data(history)
    parts = [f"<p><b>{escape(history.title)}</b></p>", *map(_figure, found["loops"])]
    parts += [f"<p>{escape(note)}</p>" for note in found["notes"]]
    return f'<div class="nbgraph-history" style="max-width:{3 * _WIDE // 2}px">{"".join(parts)}</div>'


def _figure(loop: dict[str, Any]) -> str:
    charts = "".join(map(_svg, loop["charts"]))
    more = f"<p>{loop['left']} more without a picture.</p>" if loop["left"] else ""
    return f'<figure style="margin:0 0 1em"><figcaption>{escape(loop["title"])}</figcaption>{charts}{more}</figure>'


def _svg(chart: dict[str, Any]) -> str:
    style = "display:block;width:100%;font:11px sans-serif"
    shapes = "".join(_tag(tag, attributes, text) for tag, attributes, text in chart["shapes"])
    about = {"role": "img", "aria-label": chart["label"], "viewBox": chart["box"], "style": style}
    return _tag("svg", {**about, "fill": "currentColor"}, shapes, is_markup=True)


def _tag(tag: str, attributes: dict[str, Any], text: str, *, is_markup: bool = False) -> str:
    inside = text if is_markup else escape(text)
    given = "".join(f' {name}="{escape(str(value))}"' for name, value in attributes.items())
    return f"<{tag}{given}>{inside}</{tag}>"


def _chart(name: str, values: Any, loop: LoopHistory) -> dict[str, Any] | None:
    is_bool = np.asarray(values[0]).dtype == bool
    if isinstance(values, list):
        values = _in_one(values)
    array = np.ma.asarray(values)
    if array.dtype.kind not in "biuf" or array[0].size > _CELLS or not array[0].size:
        return None
    heading = f"{name}: {text_of(values[0])} → {text_of(values[-1])}" if array.ndim == 1 else name
    plain = np.ma.filled(array.astype(float), math.nan).reshape(len(array), -1)
    drawn, high, ends = _curve(plain[:, 0]) if array.ndim == 1 else _map(plain)
    low, top = (end.replace("0", "False").replace("1", "True") if is_bool else end for end in ends)
    pale: dict[str, Any] = {"opacity": 0.7}
    texts: list[Shape] = [
        ["text", {"y": -6, "font-weight": 600}, heading],
        ["text", {**pale, "y": high + 13}, f"{loop.numbers[0]:,}"],
        ["text", {**pale, "x": _WIDE, "y": high + 13, "text-anchor": "end"}, f"iteration {loop.numbers[-1]:,}"],
        ["text", {**pale, "x": _WIDE + 6, "y": 7}, top],
        ["text", {**pale, "x": _WIDE + 6, "y": high}, low],
    ]
    label = f"{heading} in {loop.iterations:,} iterations"
    return {"label": label, "box": f"0 -17 {_WIDE + 110} {high + 36}", "shapes": [*drawn, *texts]}


def _in_one(rows: Sequence[np.ndarray[Any, Any]]) -> Any:
    """Return lists of different lengths as one array, padded with nan."""
    longest = max((len(row) for row in rows), default=0)
    made = np.full((len(rows), longest, *rows[0].shape[1:]), math.nan)
    for at, row in enumerate(rows):
        made[at, : len(row)] = row
    return made


def _path(d: str, **attributes: Any) -> Shape:
    return ["path", {"d": d, **{name.replace("_", "-"): value for name, value in attributes.items()}}, ""]


def _curve(values: np.ndarray[Any, Any]) -> tuple[list[Shape], int, tuple[str, str]]:
    """Return a line's shapes, height and limits; of many points the least and greatest per stretch, to keep peaks."""
    frame = _path(f"M0 0V{_HIGH}H{_WIDE}", fill="none", stroke="currentColor", opacity=0.35)
    odd = _odd(np.flatnonzero(~np.isfinite(values)).tolist(), len(values))
    finite = values[np.isfinite(values)]
    if not finite.size:
        return [frame, *odd], _HIGH, ("", "")
    low, top = float(finite.min()), float(finite.max())
    is_log = low > 0 and top / low > 1000
    heights = np.log(np.where(values > 0, values, 1.0)) if is_log else values
    least, greatest = (math.log(low), math.log(top)) if is_log else (low, top)
    span = (greatest - least) or 1.0
    pieces: list[list[str]] = [[]]
    for stretch in np.array_split(np.arange(len(values)), min(len(values), _POINTS)):
        here = [int(at) for at in stretch if np.isfinite(values[at])]
        if not here:
            pieces.append([])
            continue
        for at in sorted({min(here, key=values.__getitem__), max(here, key=values.__getitem__)}):
            down = _HIGH * (1 - (heights[at] - least) / span)
            pieces[-1].append(f"{_across(at, len(values)):.5g} {down:.4g}")
    drawn = "".join(f"M{' '.join(piece)}{'h.1' if len(piece) == 1 else ''}" for piece in pieces if piece)
    line = _path(drawn, fill="none", stroke=_LINE, stroke_width=1.6, stroke_linejoin="round", stroke_linecap="round")
    return [frame, line, *odd], _HIGH, (f"{low:.4g}", f"{top:.4g}{' (log)' if is_log else ''}")


def _odd(places: Sequence[int], count: int) -> list[Shape]:
    """Return a tick at the first value that is inf, nan or missing."""
    if not places:
        return []
    return [_path(f"M{_across(places[0], count):.5g} 0V{_HIGH}", stroke=_CHANGED, stroke_dasharray="3 2")]


def _across(at: int, count: int) -> float:
    return float(_WIDE * at / max(count - 1, 1))


def _map(rows: np.ndarray[Any, Any]) -> tuple[list[Shape], int, tuple[str, str]]:
    """Return a heat map: a column for each iteration, or a sample of many; cells that have changed are outlined."""
    count, items = rows.shape
    shown = np.unique(np.linspace(0, count - 1, min(count, _COLUMNS)).round().astype(int))
    finite = rows[np.isfinite(rows)]
    low, top = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    span, wide, high = (top - low) or 1.0, _WIDE / len(shown), max(3, min(12, 192 // items))
    by_depth: dict[float, list[str]] = {}
    outlines = []
    for column, at in enumerate(shown):
        for item in map(int, np.flatnonzero(np.isfinite(rows[at]))):
            box = f"M{column * wide:.4g} {item * high}h{wide - 0.6:.3g}v{high - 0.6:.3g}h-{wide - 0.6:.3g}z"
            depth = round(0.08 + 0.84 * (float(rows[at, item]) - low) / span, 2)
            by_depth.setdefault(depth, []).append(box)
            if at and rows[at, item] != rows[at - 1, item]:
                outlines.append(box)
    drawn = [_path("".join(boxes), fill=_LINE, fill_opacity=depth) for depth, boxes in by_depth.items()]
    if outlines and len(outlines) < sum(map(len, by_depth.values())) / 2:  # not if they surround most boxes
        drawn.append(_path("".join(outlines), fill="none", stroke=_CHANGED, stroke_width=1.4))
    return drawn, items * high, (f"faint {low:.4g}", f"strong {top:.4g}")


def text_of(value: Any) -> str:
    """Return a value in a few characters.

    >>> text_of(np.float32(0.1)), text_of(np.arange(3)), text_of(np.zeros((2, 50))), text_of(np.ma.masked)
    ('0.1', '[0 1 2]', 'float64[2, 50]', '--')
    """
    if isinstance(value, list):
        return shown(value)
    array = np.asarray(value)
    if np.ma.is_masked(value) or array.ndim == 0:
        return str(value)
    if array.size > 12:
        return f"{array.dtype}{list(array.shape)}"
    return " ".join(np.array2string(array, precision=4).split())
