"""A history as pictures: a line for each number, a heat map for each array, in the colours of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from nbgraph.core.history.text import text_of

if TYPE_CHECKING:
    from nbgraph.core.history.model import History, LoopHistory

_WIDE, _HIGH, _CELLS, _COLUMNS, _POINTS = 520, 72, 64, 60, 260
_LINE, _CHANGED = "#3b82d6", "#d9731f"  # both stand out on white and on black
_CHARTS = 12  # of one loop


def page(history: History) -> str:
    """The pictures of all loops."""
    parts = [f"<p><b>{escape(history.title)}</b></p>", *map(_figure, history.loops)]
    parts += [f"<p>{escape(note)}</p>" for note in history.notes]
    return f'<div class="nbgraph-history" style="max-width:{_WIDE + 120}px">{"".join(parts)}</div>'


def _figure(loop: LoopHistory) -> str:
    charts = [chart for name, values in list(loop.values.items())[:_CHARTS] if (chart := _chart(name, values, loop))]
    left = len(loop.values) - len(charts)
    more = f"<p>{left} more without a picture.</p>" if left else ""
    return (
        f'<figure style="margin:0 0 1em"><figcaption>{escape(loop.title)}</figcaption>{"".join(charts)}{more}</figure>'
    )


def _chart(name: str, values: Any, loop: LoopHistory) -> str:
    if isinstance(values, list):
        values = _in_one(values)
    array = np.ma.asarray(values)
    if not len(array) or array.dtype.kind not in "biuf" or array[0].size > _CELLS or not array[0].size:
        return ""
    first, last = text_of(values[0]), text_of(values[-1])
    said = f"{name}: {first} → {last}" if array.ndim == 1 else name
    plain = np.ma.filled(array.astype(float), math.nan).reshape(len(array), -1)
    drawn, high, scale = _curve(plain[:, 0]) if array.ndim == 1 else _map(plain)
    label = f"{said} in {loop.iterations:,} iterations"
    head = f'<text x="0" y="11" font-weight="600">{escape(said)}</text>'
    ends = (
        f'<text x="0" y="{high + 30}" opacity=".7">{loop.numbers[0]:,}</text>'
        f'<text x="{_WIDE}" y="{high + 30}" text-anchor="end" opacity=".7">iteration {loop.numbers[-1]:,}</text>'
        f'<text x="{_WIDE + 6}" y="24" opacity=".7">{scale[1]}</text>'
        f'<text x="{_WIDE + 6}" y="{high + 17}" opacity=".7">{scale[0]}</text>'
    )
    return (
        f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {_WIDE + 110} {high + 36}" '
        f'style="display:block;width:100%;font:11px sans-serif" fill="currentColor">{head}'
        f'<g transform="translate(0 17)">{drawn}</g>{ends}</svg>'
    )


def _in_one(rows: Sequence[np.ndarray[Any, Any]]) -> Any:
    """Lists of several lengths as one array, with nothing where an item is not there yet."""
    longest = max((len(row) for row in rows), default=0)
    made = np.full((len(rows), longest, *rows[0].shape[1:]), math.nan)
    for at, row in enumerate(rows):
        made[at, : len(row)] = row
    return made


def _curve(values: np.ndarray[Any, Any]) -> tuple[str, int, tuple[str, str]]:
    """A line; of many points the least and the greatest of each stretch, so that no peak is lost."""
    finite = values[np.isfinite(values)]
    if not finite.size:
        return _odd(range(len(values)), len(values)), _HIGH, ("", "")
    low, top = float(finite.min()), float(finite.max())
    is_log = low > 0 and top / low > 1000
    height = (lambda value: math.log(value)) if is_log else (lambda value: value)
    span = (height(top) - height(low)) or 1.0
    stretches = np.array_split(np.arange(len(values)), min(len(values), _POINTS))
    parts: list[list[str]] = [[]]
    for stretch in stretches:
        here = [at for at in stretch if np.isfinite(values[at])]
        if not here:
            parts.append([])
            continue
        ends = {min(here, key=values.__getitem__), max(here, key=values.__getitem__)}
        for at in sorted(ends):
            down = _HIGH * (1 - (height(values[at]) - height(low)) / span)
            parts[-1].append(f"{_across(at, len(values)):.5g} {down:.4g}")
    lines = "".join(
        f'<path d="M{" ".join(part)}{" h.1" if len(part) == 1 else ""}" fill="none" stroke="{_LINE}" '
        'stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>'
        for part in parts
        if part
    )
    odd = _odd([at for at in range(len(values)) if np.isinf(values[at]) or np.isnan(values[at])], len(values))
    frame = f'<path d="M0 0V{_HIGH}H{_WIDE}" fill="none" stroke="currentColor" opacity=".35"/>'
    return frame + lines + odd, _HIGH, (f"{low:.4g}", f"{top:.4g}{' (log)' if is_log else ''}")


def _odd(places: Sequence[int], count: int) -> str:
    """A tick for the first value that is no number to draw."""
    if not places:
        return ""
    x = f"{_across(places[0], count):.5g}"
    return f'<path d="M{x} 0V{_HIGH}" stroke="{_CHANGED}" stroke-dasharray="3 2"/>'


def _across(at: int, count: int) -> float:
    return float(_WIDE * at / max(count - 1, 1))


def _map(rows: np.ndarray[Any, Any]) -> tuple[str, int, tuple[str, str]]:
    """A column for each iteration, or for some of many; a cell that has just changed is outlined."""
    count, items = rows.shape
    shown = np.unique(np.linspace(0, count - 1, min(count, _COLUMNS)).round().astype(int))
    finite = rows[np.isfinite(rows)]
    low, top = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    span, wide, high = (top - low) or 1.0, _WIDE / len(shown), max(3, min(12, 192 // items))
    cells, outlines = [], []
    for column, at in enumerate(shown):
        for item in range(items):
            value = rows[at, item]
            if not np.isfinite(value):
                continue
            box = f"M{column * wide:.4g} {item * high}h{wide - 0.6:.3g}v{high - 0.6:.3g}h-{wide - 0.6:.3g}z"
            depth = round(0.08 + 0.84 * (value - low) / span, 2)
            cells.append((depth, box))
            before = rows[at - 1, item] if at else value
            if value != before:
                outlines.append(box)
    by_depth: dict[float, list[str]] = {}
    for depth, box in cells:
        by_depth.setdefault(depth, []).append(box)
    drawn = "".join(f'<path fill="{_LINE}" fill-opacity="{d}" d="{"".join(b)}"/>' for d, b in by_depth.items())
    if outlines and len(outlines) < len(cells) / 2:  # where most change, an outline says nothing
        drawn += f'<path fill="none" stroke="{_CHANGED}" stroke-width="1.4" d="{"".join(outlines)}"/>'
    return drawn, items * high, (f"faint {low:.4g}", f"strong {top:.4g}")
