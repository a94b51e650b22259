"""Times of repeated runs, and their statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nbgraph.core.records import dataclass

RUNS_IN_JSON = 200


def percentile(values: Sequence[float], fraction: float) -> float:
    """The value below which `fraction` of `values` lie, by linear interpolation.

    Source: Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996),
    definition 7; also NumPy's default and `statistics.quantiles(..., method="inclusive")`.

    Args:
        values: at least one number, in any order.
        fraction: from 0 to 1.

    Raises:
        ValueError: `values` is empty.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([4, 1, 3, 2], 0.25), percentile([7], 0.75)
    (2.5, 1.75, 7.0)
    """
    if not values:
        raise ValueError("no values to take a percentile of")
    ordered = sorted(values)
    position = (len(ordered) - 1) * fraction
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (ordered[above] - ordered[below]) * (position - below))


def rounded(seconds: float, digits: int = 5) -> float:
    """
    >>> rounded(3.305980000000002e-06), rounded(0.012888, 3)
    (3.306e-06, 0.0129)
    """
    return float(f"{seconds:.{digits}g}")


def thinned(values: Sequence[float], limit: int) -> list[float]:
    """At most `limit` of `values`, evenly spread over their order.

    >>> thinned([1, 2, 3, 4, 5, 6], 3), thinned([1, 2], 3)
    ([1, 3, 5], [1, 2])
    """
    if len(values) <= limit:
        return list(values)
    return [values[index * len(values) // limit] for index in range(limit)]


@dataclass(frozen=True)
class Sample:
    """All runs of one call, in the order they were made.

    A run makes `loops` calls back to back, since one call of a fast function is shorter than what the clock and
    the scheduler can tell apart. Every statistic is in seconds per call.

    >>> sample = Sample((3000, 1000, 2000), loops=10)
    >>> sample.n, round(sample.median * 1e9), round(sample.iqr * 1e9), round(sample.minimum * 1e9)
    (3, 200, 100, 100)
    """

    times_ns: tuple[int, ...]  # duration of each run in nanoseconds, all `loops` calls together; at least one run
    loops: int = 1  # calls in each run

    def __post_init__(self) -> None:
        if not self.times_ns or self.loops < 1:
            raise ValueError("a sample has at least one run of at least one call")

    @property
    def n(self) -> int:
        return len(self.times_ns)

    @property
    def seconds(self) -> tuple[float, ...]:
        """Seconds per call of each run."""
        return tuple(time / self.loops * 1e-9 for time in self.times_ns)

    @property
    def median(self) -> float:
        """The middle run, in seconds per call."""
        return percentile(self.seconds, 0.5)

    @property
    def quartiles(self) -> tuple[float, float]:
        """First and third quartile, in seconds per call: half of the runs lie between them."""
        return percentile(self.seconds, 0.25), percentile(self.seconds, 0.75)

    @property
    def iqr(self) -> float:
        """Third quartile less first, in seconds per call; 0.0 for a single run, which says nothing of its spread."""
        first, third = self.quartiles
        return third - first

    @property
    def minimum(self) -> float:
        """The fastest run, in seconds per call."""
        return min(self.seconds)

    def to_json(self) -> Mapping[str, Any]:
        """Plain data: statistics of all runs to five digits, and at most `RUNS_IN_JSON` runs to three, sorted.

        `runs_left_out` counts the runs that are not listed; the statistics include them.

        >>> data = Sample((1_000,) * 300).to_json()
        >>> data["n"], len(data["runs"]), data["runs_left_out"]
        (300, 200, 100)
        """
        runs = thinned(self.seconds, RUNS_IN_JSON)
        return {
            "n": self.n,
            "loops": self.loops,
            "median": rounded(self.median),
            "iqr": rounded(self.iqr),
            "quartiles": [*map(rounded, self.quartiles)],
            "minimum": rounded(self.minimum),
            "maximum": rounded(max(self.seconds)),
            # The page draws these; rounded and sorted they compress well.
            "runs": sorted(rounded(seconds, 3) for seconds in runs),
            "runs_left_out": self.n - len(runs),
        }
