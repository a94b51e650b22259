"""A step while the record is being made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.recording.lists import Slot

Chain = tuple[tuple[int, int], ...]
Key = tuple[Chain, int, int]
"""Where a run is: the rounds of the loops around (first line, round), the line, and how often it was there in these."""


@dataclass(slots=True)
class Made:
    """A step while the record is being made; see `model.Step`.

    Attributes:
        key: where it is in terms of Python's run; None where that has no such place.
        after: where Python is after it, if the next step is not what follows.
        carried: the names of what a round began with.
        spans: the positions of what it computed.
        skipped: whether Python has jumped over the line; None where that is not known.
    """

    line: int
    activation: int
    round: int
    key: Key | None
    slots: list[Slot] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    test: bool | None = None
    told: list[str] = field(default_factory=list)
    after: Key | None = None
    carried: set[str] = field(default_factory=set)
    spans: set[Any] = field(default_factory=set)
    skipped: bool | None = False
