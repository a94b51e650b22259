"""A step while the record is being made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nbgraph.core.recording.lists import Slot
from nbgraph.core.staging.events import Line

if TYPE_CHECKING:
    from nbgraph.core.recording.frames import Frame
    from nbgraph.core.recording.moments import Moment

Chain = tuple[tuple[Any, int], ...]
Key = tuple[Chain, int, int]
"""Where a run is: the rounds of the loops around (first line, round) and the calls that led there (place of the call,
which one), outermost first; the line; and how often it was there in these."""
Rounds = tuple[int, tuple[str, ...]]
"""How many blocks are around an equation, and the rounds that Python made it in while it traced that block."""
END = -1
"""Stands for a line: the end of a call."""


@dataclass(slots=True)
class Made:
    """A step while the record is being made; see `model.Step`.

    Attributes:
        frame: the call that it is part of.
        key: where it is in terms of Python's run; None where that has no such place.
        after: where Python is after it, if the next step is not what follows.
        carried: the names of what a round began with.
        spans: the positions of what it computed.
        skipped: whether Python has jumped over the line; None where that is not known.
        before: where the caller is in Python's run, of the first step of a call.
        rounds: where its equations were made; None where it has none.
        outputs: those of the values that are the graph's results.
        joined: what the graph computes after it besides, by the line that it stands in: the values, those with names.
        is_traced: whether Python alone runs the line, while it traces: the graph has no operation for it.
        anchor: the line of the event log that it begins with; None where the log does not tell.
        is_head: whether it is the begin of a call.
        computed: for each variable of the program the value that the run gave it in this step.
        later: what the run computed anew after it, in what joins it.
        is_over: whether what comes now is computed after it.
        is_laid: whether it stands where a line of Python's log does: then `moment` alone says what Python has after it.
        moment: Python as it is after that line; None where the line is not over.
        known: of a call that Python alone makes, its variables that are others after the line.
        chooses: of a step that only chooses between two computed sides the rounds it is in; Python may not come there.
    """

    frame: Frame
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
    before: Key | None = None
    rounds: Rounds | None = None
    outputs: list[Slot] = field(default_factory=list)
    joined: list[tuple[int, list[Slot]]] = field(default_factory=list)
    chooses: Chain | None = None
    is_traced: bool = False
    is_laid: bool = False
    moment: Moment | None = None
    known: dict[str, Any] | None = None
    anchor: Line | None = None
    is_head: bool = False
    computed: dict[Any, Any] = field(default_factory=dict)
    later: dict[Any, Any] = field(default_factory=dict)
    is_over: bool = False

    def compute(self, values: Mapping[Any, Any]) -> None:
        """Take what the run has given variables."""
        (self.later if self.is_over else self.computed).update(values)


def first_of_rounds(made: Iterable[Made], rounds: Collection[Chain]) -> dict[Chain, Made]:
    """The first step of each of some rounds."""
    found: dict[Chain, Made] = {}
    for step in made:
        if step.key is not None and step.key[0] in rounds:
            found.setdefault(step.key[0], step)
    return found


def number_calls(made: Sequence[Made]) -> None:
    """Let calls know the numbers of their first steps."""
    begun: dict[int, int] = {}
    for index, step in enumerate(made):
        step.frame.begun = begun.setdefault(step.frame.number, index)
