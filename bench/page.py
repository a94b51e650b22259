"""What was measured as tables of Markdown, and cost against size as a picture."""

from __future__ import annotations

import math
import os
import platform
import sys
from collections.abc import Iterable, Mapping, Sequence

import jax

from bench.race import COLUMNS
from bench.sizes import Cost
from nbgraph.core.timing.sample import Sample, percentile

BASE = "JAX, best"
_COLOURS = {"Python": "#b45309", "by hand": "#6b7280", "nbgraph": "#2563eb"}
_WIDE, _HIGH, _EDGE = 230, 150, 42


def versions() -> str:
    """The machine and what ran on it."""
    with open("/proc/cpuinfo") as file:
        models = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    known = {"JAX": "jax", "NumPy": "numpy", "TensorFlow": "tensorflow", "numba": "numba"}
    loaded = {name: sys.modules[package] for name, package in known.items() if package in sys.modules}
    packages = ", ".join(f"{name} {module.__version__}" for name, module in loaded.items())
    load = f"load {os.getloadavg()[0]:.1f}"
    kind = jax.devices()[0].platform
    device = "on the CPU, without any other device" if kind == "cpu" else f"on {jax.devices()[0].device_kind}"
    return f"{len(models)} cores of {models[0]}, {load}; Python {platform.python_version()}, {packages}, {device}"


def race_table(races: Mapping[str, Mapping[str, Sample | None]]) -> str:
    """The least time of the best form by hand, the others' relative to it; and the quartiles relative to its median."""
    columns = [each for each in COLUMNS if each != BASE and any(each in found for found in races.values())]
    rows = [["program", BASE, *columns]]
    for name, found in races.items():
        base = found[BASE]
        assert base is not None
        least = f"{base.minimum * 1e3:.3g} ms {_quartiles(base, base)}"
        rows.append([name, least, *(_ratio(found[each], base) if each in found else "" for each in columns)])
    return markdown(rows)


def _ratio(sample: Sample | None, base: Sample) -> str:
    return "refuses" if sample is None else f"{_short(sample.minimum / base.minimum)} × {_quartiles(sample, base)}"


def _quartiles(sample: Sample, base: Sample) -> str:
    low, high = (percentile(sample.seconds, share) / base.median for share in (0.25, 0.75))
    return f"({_short(low)} to {_short(high)})"


def _short(number: float) -> str:
    """
    >>> _short(1234.5), _short(12.3456), _short(0.51234)
    ('1,234', '12.3', '0.512')
    """
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def size_table(costs: Iterable[Cost]) -> str:
    """First calls in seconds of the processor, later ones in milliseconds."""
    rows = [["program", "size", "first call", "by hand", "later calls", "by hand", "Python"]]
    for each in costs:
        later = [f"{each.minima[column] * 1e3:.3g} ms" for column in ("nbgraph", "by hand", "Python")]
        rows.append([each.program, f"{each.size:,}", f"{each.first:.2f} s", f"{each.by_hand_first:.2f} s", *later])
    return markdown(rows)


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows, the first one a head, as a table.

    >>> print(markdown([["a", "b"], ["1", ""]]))
    | a | b |
    | --- | --- |
    | 1 |  |
    """
    head, *body = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body))


def plot(costs: Sequence[Cost]) -> str:
    """Later calls against size, both in powers of ten: a picture for each program."""
    names = list(dict.fromkeys(each.program for each in costs))
    panels = [
        f'<g transform="translate({number % 3 * (_WIDE + 20)},{number // 3 * (_HIGH + 50) + 24})">{panel}</g>'
        for number, name in enumerate(names)
        for panel in [_panel(name, [each for each in costs if each.program == name])]
    ]
    words = "".join(
        f'<text x="{number * 80}" y="14" fill="{colour}">{name}</text>'
        for number, (name, colour) in enumerate(_COLOURS.items())
    )
    wide, high = 3 * (_WIDE + 20), math.ceil(len(names) / 3) * (_HIGH + 50) + 24
    style = "text{font:12px sans-serif}rect{fill:none;stroke:#9ca3af}polyline{fill:none;stroke-width:2}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
    page = f'<style>{style}</style><path d="M0 0h{wide}v{high}H0z" fill="#fff"/>'
    return f"{head}{page}{words}{''.join(panels)}</svg>\n"


def _panel(name: str, costs: Sequence[Cost]) -> str:
    times = [math.log10(time * 1e3) for each in costs for time in each.minima.values()]
    low, high = math.floor(min(times)), math.ceil(max(times))
    sizes = [math.log10(each.size) for each in costs]

    def point(cost: Cost, column: str) -> str:
        x = (math.log10(cost.size) - sizes[0]) / (sizes[-1] - sizes[0])
        y = (high - math.log10(cost.minima[column] * 1e3)) / (high - low)
        return f"{_EDGE + x * (_WIDE - _EDGE):.0f},{y * (_HIGH - 20) + 18:.0f}"

    lines = "".join(
        f'<polyline stroke="{colour}" points="{" ".join(point(each, column) for each in costs)}"/>'
        for column, colour in _COLOURS.items()
    )
    frame = f'<rect x="{_EDGE}" y="18" width="{_WIDE - _EDGE}" height="{_HIGH - 20}"/>'
    ends = f'<text x="{_EDGE}" y="{_HIGH + 12}">{costs[0].size:,}</text>'
    ends += f'<text x="{_WIDE}" y="{_HIGH + 12}" text-anchor="end">{costs[-1].size:,}</text>'
    marks = "".join(
        f'<text x="{_EDGE - 3}" y="{y}" text-anchor="end">{10.0**power:g}</text>'
        for power, y in ((high, 26), (low, _HIGH - 2))
    )
    return f'<text x="{_EDGE}" y="12">{name}, ms</text>{frame}{lines}{ends}{marks}'
