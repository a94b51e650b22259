"""One measured figure beside its target, and the table of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """What was measured.

    Attributes:
        name: what it is.
        value: the measurement.
        unit: "x" for ratios, else the unit of time.
        target: at most this is wanted; None where there is no target.
    """

    name: str
    value: float
    unit: str
    target: float | None = None


def table(figures: Iterable[Figure]) -> str:
    """Figures in aligned columns, the last one being measured against wanted.

    >>> print(table([Figure("convert collatz", 4.0, "ms", 5.0)]))
    what               measured      target  measured/target
    convert collatz     4.00 ms     5.00 ms             0.80
    """
    rows = list(figures)
    width = max(len("what"), *(len(figure.name) for figure in rows))
    lines = [f"{'what':{width}}  {'measured':>10}  {'target':>10}  measured/target"]
    for figure in rows:
        target, share = "-", "-"
        if figure.target is not None:
            target, share = f"{figure.target:.2f} {figure.unit}", f"{figure.value / figure.target:.2f}"
        lines.append(f"{figure.name:{width}}  {f'{figure.value:.2f} {figure.unit}':>10}  {target:>10}  {share:>15}")
    return "\n".join(lines)
