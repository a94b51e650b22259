"""Compare several comparisons in words."""

from __future__ import annotations

from collections.abc import Sequence

from nbgraph.core.one_line import listed
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.race import race
from nbgraph.core.timing.sample import Sample
from nbgraph.core.units import duration


def together(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Return which graph is the fastest and by how much, and which calls lose as a graph, without those that differ."""
    sound = [found for found in comparisons if found.verdict.equal is not False]
    graphs = [(found.title, found.warm("graph")) for found in sound]
    timed = sorted(((title, sample) for title, sample in graphs if sample is not None), key=lambda pair: pair[1].median)
    sentences = [_order(timed)] if len(timed) > 1 else []
    outcomes = [race(found.warm("graph"), found.warm("python")).outcome for found in sound]
    lost = [found.title for found, outcome in zip(sound, outcomes, strict=True) if outcome == "slower"]
    if lost:
        sentences.append(f"The graph loses against plain Python for {listed(lost)}.")
    elif outcomes and "open" not in outcomes:
        sentences.append("No graph loses against plain Python.")
    if len(sound) < len(comparisons):
        wrong = [found for found in comparisons if found.verdict.equal is False]
        for failed, why in (
            (False, "the results differ, so the times are of different computations"),
            (True, "a result is missing, so there is no race"),
        ):
            titles = [found.title for found in wrong if (found.verdict.kind == "error") is failed]
            sentences += [f"{listed(titles)}: {why}."] if titles else []
    return tuple(sentences)


def _order(timed: Sequence[tuple[str, Sample]]) -> str:
    """Return the sentence that orders graphs from the fastest to the slowest.

    >>> _order([("f(1)", Sample((1000,) * 5)), ("g(2)", Sample((3000,) * 5))])
    'As graphs, f(1) takes 1 us and g(2) 3 us, 3x as long.'
    """
    (title, fastest), *others = timed
    parts = [f"{name} {duration(sample.median)}{_longer(sample, fastest)}" for name, sample in others]
    return f"As graphs, {title} takes {duration(fastest.median)} and {'; '.join(parts)}."


def _longer(sample: Sample, fastest: Sample) -> str:
    found = race(sample, fastest)
    return {"slower": f", {found.times} as long", "equal": ", about as long"}.get(found.outcome, "")
