"""Several comparisons held against each other in words."""

from __future__ import annotations

from collections.abc import Sequence

from nbgraph.core.timing.model import Comparison
from nbgraph.core.units import duration, ratio

_AS_FAST = 1.05  # as in `core.timing.text`


def together(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Which graph is the fastest and by how much, and which calls lose as a graph; nothing about what differs.

    Args:
        comparisons: at least two, in the order they are shown.
    """
    sound = [found for found in comparisons if found.verdict.equal is not False]
    medians = [(found.title, _median(found, "graph")) for found in sound]
    timed = sorted(((seconds, title) for title, seconds in medians if seconds is not None), key=lambda pair: pair[0])
    sentences = [_order(timed)] if len(timed) > 1 else []
    lost = [found.title for found in sound if _loses(found)]
    if lost:
        sentences.append(f"The graph loses against plain Python for {_listed(lost)}.")
    elif len(sound) == len(timed) and timed:
        sentences.append("No graph loses against plain Python.")
    if len(sound) < len(comparisons):
        wrong = [found for found in comparisons if found.verdict.equal is False]
        for failed, why in (
            (False, "the results differ, so the times are of different computations"),
            (True, "a result is missing, so there is no race"),
        ):
            titles = [found.title for found in wrong if (found.verdict.kind == "error") is failed]
            sentences += [f"{_listed(titles)}: {why}."] if titles else []
    return tuple(sentences)


def _order(timed: Sequence[tuple[float, str]]) -> str:
    """From the fastest graph to the slowest.

    >>> _order([(1e-6, "f(1)"), (3e-6, "g(2)")])
    'As graphs, f(1) takes 1 us and g(2) 3 us, 3x as long.'
    """
    (fastest, title), *others = timed
    parts = [f"{name} {duration(seconds)}, {_longer(seconds / max(fastest, 1e-12))}" for seconds, name in others]
    return f"As graphs, {title} takes {duration(fastest)} and {'; '.join(parts)}."


def _longer(factor: float) -> str:
    return "just as long" if factor < _AS_FAST else f"{ratio(factor)} as long"


def _loses(found: Comparison) -> bool:
    python, graph = _median(found, "python"), _median(found, "graph")
    return python is not None and graph is not None and graph > python * _AS_FAST


def _median(found: Comparison, name: str) -> float | None:
    for baseline in found.baselines:
        if baseline.name == name and baseline.sample is not None and baseline.steady:
            return baseline.sample.median
    return None


def _listed(titles: Sequence[str]) -> str:
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"
