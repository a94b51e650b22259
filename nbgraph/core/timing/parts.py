"""The parts of a comparison: baselines, phases and the verdict on equality."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from nbgraph.core.records import asdict, dataclass
from nbgraph.core.timing.sample import Sample

BaselineName = Literal["python", "copies", "examples", "converted", "eager", "graph"]
Kind = Literal["equal", "unknown", "structure", "kind", "shape", "value", "error"]

LABELS: Mapping[BaselineName, str] = {
    "python": "plain Python",
    "copies": "Python on NumPy copies",
    "examples": "Python on each example",
    "converted": "the converted code (op by op)",
    "eager": "Python on JAX arrays",
    "graph": "graph (jit)",
}

BY_PYTHON: tuple[BaselineName, ...] = ("python", "copies")
"""The baselines that Python alone runs: they show what the call does besides computing."""


@dataclass(frozen=True)
class Baseline:
    """The runs of one way of making the call.

    >>> Baseline("eager").label
    'Python on JAX arrays'
    """

    name: BaselineName  # stable identifier
    sample: Sample | None = None  # its runs; None when it was not run to the end once
    error: str | None = None  # why there is no result, e.g. "ZeroDivisionError: division by zero"; None when it ran.
    note: str = ""  # what a reader must know about the sample, e.g. "one run only"; empty when nothing.
    steady: bool = True  # whether the sample shows the steady state; False for a first run, which may be mostly warm-up

    @property
    def label(self) -> str:
        return LABELS[self.name]

    @property
    def warm(self) -> Sample | None:
        """Return the runs that a claim about speed may rest on; None when there are none."""
        return self.sample if self.steady else None

    def to_json(self) -> Mapping[str, Any]:
        """Plain data; `sample` as `Sample.to_json`, or None."""
        sample = None if self.sample is None else self.sample.to_json()
        texts = {"name": self.name, "label": self.label, "error": self.error, "note": self.note}
        return {**texts, "sample": sample, "steady": self.steady}


@dataclass(frozen=True)
class Phases:
    """What happens once per signature before the steady state, each part measured by itself, in seconds.

    A part is None when it was not reached.
    """

    trace: float | None = None  # running the Python code once on abstract values, giving a jaxpr
    lower: float | None = None  # turning the jaxpr into StableHLO
    compile: float | None = None  # XLA turning StableHLO into machine code
    first_call: float | None = None  # the first run of the compiled program, until its result is there

    @property
    def total(self) -> float | None:
        """Seconds until the first result; None when a part is missing.

        >>> Phases(1.0, 0.5, 2.0, 0.25).total, Phases(1.0).total
        (3.75, None)
        """
        parts = (self.trace, self.lower, self.compile, self.first_call)
        known = [part for part in parts if part is not None]
        return sum(known) if len(known) == len(parts) else None

    def to_json(self) -> Mapping[str, float | None]:
        """Plain data: the four parts and `total`."""
        return {**asdict(self), "total": self.total}


@dataclass(frozen=True)
class Difference:
    """One leaf in which two results differ."""

    path: str  # how to reach the leaf from the result in Python notation, e.g. `result[0]["x"]`.
    expected: str  # what the reference returned there, as text
    actual: str  # what the graph returned there, as text
    reason: str  # what differs, e.g. "int against float".


@dataclass(frozen=True)
class Verdict:
    """Whether the graph returned what the reference returned."""

    equal: bool | None  # None when there is no pair of results to compare
    kind: Kind  # what differs first; "error" when one side raised, "unknown" when neither gave a result
    message: str  # one sentence for the reader
    differences: tuple[Difference, ...] = ()  # in the order of the leaves, the first few of them
    tolerance: str = ""  # what counts as equal for floating-point numbers, in words; empty when none were compared
    reference: BaselineName = "python"  # the baseline that was compared with

    def to_json(self) -> Mapping[str, Any]:
        """Plain data, differences as a list of objects."""
        return {**asdict(self), "differences": [asdict(difference) for difference in self.differences]}
