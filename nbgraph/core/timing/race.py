"""Decide which of two baselines is faster, for every sentence and every renderer."""

from __future__ import annotations

from typing import Literal

from nbgraph.core.records import dataclass
from nbgraph.core.timing.sample import Sample
from nbgraph.core.units import ratio

Outcome = Literal["faster", "slower", "equal", "open"]

_AS_FAST = 1.15
"""Medians closer than this differ by less than those of the same program in two processes do."""
_APART = 1.5
"""Two estimates of a factor or a count that differ by so much are both given."""
_ENOUGH = 5
"""From so many runs on, quartiles say how much they spread."""
_UNSEEN = {1: 1.5, 2: 1.2, 3: 1.2, 4: 1.2}
"""By which factor a further run may be off the few that were made."""


@dataclass(frozen=True)
class Race:
    """How one baseline did against another."""

    # "faster" or "slower" where one of them wins, "equal" where the runs do not tell them apart, "open" where too
    # little was measured to say any of this
    outcome: Outcome
    factor: float = 1.0  # how many times as long the slower one takes, by the medians; 1.0 where one of them has none
    fastest: float = 1.0  # the same by the fastest runs, which other processes disturb least
    runs: int = 0  # warm runs of the way that has fewer

    @property
    def times(self) -> str:
        """Return the factor in words; both where medians and fastest runs differ.

        >>> Race("faster", 7.2, 6.9).times, Race("faster", 40.0, 11.0).times
        ('7.2x', '11x to 40x')
        """
        low, high = sorted((self.factor, self.fastest))
        return f"{ratio(low)} to {ratio(high)}" if apart(low, high) else ratio(self.factor)


def apart(less: float, more: float) -> bool:
    """Return whether a claim must give both estimates.

    >>> apart(300, 400), apart(300, 900)
    (False, True)
    """
    return more >= _APART * less


def race(ours: Sample | None, theirs: Sample | None) -> Race:
    """Compare two samples: the faster one is ahead with the middle half of its runs and with its fastest run.

    Args:
        ours: warm runs, each made after another one in the same process; None where there are none.

    >>> race(Sample((20, 21, 22, 23, 24)), Sample((40, 42, 44, 46, 48)))
    Race(outcome='faster', factor=2.0, fastest=2.0, runs=5)
    >>> race(Sample((20, 21, 30, 40, 41)), Sample((10, 20, 21, 22, 23))).outcome  # the middle halves overlap
    'equal'
    >>> race(Sample((20,)), Sample((30,))).outcome, race(Sample((20,)), Sample((300,))).outcome
    ('open', 'faster')
    """
    if ours is None or theirs is None:
        return Race("open")
    (low, high), (first, third) = span(ours), span(theirs)
    gains = _ratio(theirs.median, ours.median), _ratio(theirs.minimum, ours.minimum)
    runs = min(ours.n, theirs.n)
    if high < first and min(gains) >= _AS_FAST:
        return Race("faster", *gains, runs)
    losses = 1 / gains[0], 1 / gains[1]
    if third < low and min(losses) >= _AS_FAST:
        return Race("slower", *losses, runs)
    return Race("equal" if runs >= _ENOUGH else "open", max(gains[0], losses[0]), runs=runs)


def _ratio(one: float, other: float) -> float:
    return max(one, 1e-12) / max(other, 1e-12)


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
