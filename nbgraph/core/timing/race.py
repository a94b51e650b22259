"""Which of two ways of running is faster: the one place that decides it, for every sentence and every renderer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nbgraph.core.timing.sample import Sample

Outcome = Literal["faster", "slower", "equal", "open"]

_AS_FAST = 1.15
"""Medians closer than this differ by less than those of the same program in two processes do."""
_ENOUGH = 5
"""From so many runs on, quartiles say how much they spread."""
_UNSEEN = {1: 1.5, 2: 1.2, 3: 1.2, 4: 1.2}
"""By which factor a further run may be off the few that were made."""


@dataclass(frozen=True)
class Race:
    """How one way of running did against another.

    Attributes:
        outcome: "faster" or "slower" where one of them wins, "equal" where the runs do not tell them apart, "open"
            where too little was measured to say any of this.
        factor: how many times as long the slower one takes, by the medians; 1.0 where one of them has none.
        runs: warm runs of the way that has fewer.
    """

    outcome: Outcome
    factor: float = 1.0
    runs: int = 0


def race(ours: Sample | None, theirs: Sample | None) -> Race:
    """How `ours` did against `theirs`.

    Args:
        ours: warm runs, each made after another one in the same process; None where there are none.
        theirs: the same of the other.

    >>> race(Sample((20, 21, 22, 23, 24)), Sample((40, 41, 42, 43, 44)))
    Race(outcome='faster', factor=1.9090909090909092, runs=5)
    >>> race(Sample((20, 21, 30, 40, 41)), Sample((10, 20, 21, 22, 23))).outcome  # the middle halves overlap
    'equal'
    >>> race(Sample((20,)), Sample((30,))).outcome, race(Sample((20,)), Sample((300,))).outcome
    ('open', 'faster')
    """
    if ours is None or theirs is None:
        return Race("open")
    (low, high), (first, third) = span(ours), span(theirs)
    runs, mine, other = min(ours.n, theirs.n), max(ours.median, 1e-12), max(theirs.median, 1e-12)
    factor = max(mine / other, other / mine)
    if (high < first or third < low) and factor >= _AS_FAST:
        return Race("faster" if mine < other else "slower", factor, runs)
    return Race("equal" if runs >= _ENOUGH else "open", factor, runs)


def span(sample: Sample) -> tuple[float, float]:
    """Seconds between which a further run is to be expected as likely as not: the middle half of the runs.

    Few runs say little of their spread, so that they are taken for wider than they are.

    >>> [round(end * 1e9) for end in (*span(Sample((1, 2, 3, 4, 5))), *span(Sample((30,))))]
    [2, 4, 20, 45]
    """
    if sample.n >= _ENOUGH:
        return sample.quartiles
    factor = _UNSEEN[sample.n]
    return sample.minimum / factor, max(sample.seconds) * factor
