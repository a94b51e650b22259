"""What each step binds, replayed from the event log of the trace with the run's values in place of its variables.

The log says which name stands for which value once a line is done. A step ends where the next one of its call begins,
so it binds what the lines between the two bind: its own, and those that leave the graph nothing to compute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from nbgraph.core.recording.digest import Digest, digest, shortened
from nbgraph.core.recording.made import Made
from nbgraph.core.staging.chosen_texts import ChosenText
from nbgraph.core.staging.events import Binding, Computed, Entered, EventLog, Frame, Left, Line, Opaque, Region, Staged
from nbgraph.core.staging.list_results import released

_Own = Entered | Line | Left
_LENGTH = ".length"


class Replay:
    """Goes through the steps of a record in order."""

    def __init__(self, events: EventLog) -> None:
        self._events = events
        self._own: dict[Frame, list[_Own]] = {}  # the events of each call, those of its blocks included
        self._place: dict[_Own, int] = {}
        self._ends: dict[Frame, dict[int, Line]] = {}  # for each call the lines that are done where an event begins
        self._headers: dict[Frame, Line | None] = {}  # the line that a block is part of
        self._lefts: dict[Frame, int] = {}
        self._parts: dict[Any, list[Frame]] = {}  # the blocks of each loop in the graph: its body, then its test
        self._values: dict[Any, tuple[int, Any]] = {}  # of each variable the latest, with the step that computed it
        self._time = 0
        self._copies: dict[Any, list[Any]] = {}
        self._cursors: dict[int, int] = {}  # for each call of the record the event that it has come to
        self._read()

    def _read(self) -> None:
        waiting: dict[Frame, Line] = {}
        for event in self._events.events:
            if isinstance(event, Staged):
                continue
            frame, call = event.frame, event.frame.function
            own = self._own.setdefault(call, [])
            if frame in waiting:
                self._ends.setdefault(call, {})[len(own)] = waiting.pop(frame)
            if isinstance(event, Entered):
                if _is_loop(frame):
                    self._parts.setdefault(_loop(frame), []).append(frame)
                self._headers[frame] = None if frame.caller is None else waiting.get(frame.caller)
            elif isinstance(event, Line):
                waiting[frame] = event
            else:
                self._lefts[frame] = len(own)
            self._place[event] = len(own)
            own.append(event)

    def _note(self, computed: Mapping[Any, Any]) -> None:
        self._time += 1
        self._values |= {variable: (self._time, value) for variable, value in computed.items()}

    def begin(self, made: Made) -> dict[str, Any]:
        """What a call begins with, if a step is its begin."""
        self._note(made.computed)
        call = made.frame.event
        return self._bound(self._own[call][0]) if made.is_head and call in self._own else {}

    def after(self, made: Made, following: Made | None) -> dict[str, Any]:
        """What a step binds: for each name its value, None for one that is not known.

        Args:
            made: the step.
            following: the next one of the same call; None for its last.
        """
        self._note(made.computed)
        found = self._after(made, following)
        self._note(made.later)
        return found

    def bound_in(self, made: Made) -> set[str]:
        """Every name that the line of a step binds, or what it calls, in any iteration."""
        events = self._own.get(made.frame.event, ()) if made.frame.event is not None else ()
        lines = ((each, self._headers[each.frame] if isinstance(each, Left) else each) for each in events)
        return {name for each, line in lines if _starts(made, line) for name in each.bound}

    def _after(self, made: Made, following: Made | None) -> dict[str, Any]:
        call = made.frame.event
        if call is None or call not in self._own:
            return {}
        number, own = made.frame.number, self._own[call]
        start = self._cursors.get(number, 0)
        end = len(own) - 1 if following is None else self._where(following, call)
        if end is None:
            return {}
        self._cursors[number] = end
        return self.begin(made) | self._between(call, start, end, made)

    def _where(self, made: Made, call: Frame) -> int | None:
        """Where a step begins among the events of its call; None where the log does not tell."""
        if made.is_head:
            return 0
        own, cursor = self._own[call], self._cursors.get(made.frame.number, 0)
        loops = {self._headers[frame]: frame for frame in _around(own[cursor].frame) if _is_loop(frame)}
        if made.anchor is not None:
            header = made.anchor if made.anchor.frame.function is call else None
        else:
            header = next((line for line in loops if line is not None and _starts(made, line)), None)
        if header in loops and loops[header].own_regions[-1].kind == "iteration":
            return self._lefts.get(loops[header], len(own) - 1)
        if header is not None or made.anchor is not None:
            return None if header is None else self._place[header]
        places = range(cursor, len(own))
        return next((place for place in places if _starts(made, own[place])), None)

    def _between(self, call: Frame, start: int, end: int, made: Made) -> dict[str, Any]:
        """What is bound from one event of a call to another one; an earlier one is in the next iteration of a loop."""
        own, found = self._own[call], dict[str, Any]()
        here, there = own[start].frame, own[end].frame
        if end < start:
            outer = set(_around(there))
            loop = next((each for each in _around(here) if each.caller in outer and each not in outer), here)
            last = self._parts[_loop(loop)][-1] if _is_loop(loop) else loop
            end, there = self._lefts.get(last, len(own) - 1), here
        for event in self._done(call, start, end, here, there):
            if not isinstance(event, Entered) or _starts(made, self._headers[event.frame]):
                found |= self._bound(event)
        return found

    def _done(self, call: Frame, start: int, end: int, here: Frame, there: Frame) -> Iterator[_Own]:
        """The lines that are done from one event to another, and the blocks of iterations that begin."""
        own, ends = self._own[call], self._ends.get(call, {})
        active = {*_around(here), *_around(there)}
        active |= {part for frame in _around(here) if _is_loop(frame) for part in self._parts[_loop(frame)]}
        for place in range(start + 1, end + 1):
            line, event = ends.get(place), own[place]
            if line is not None and self._runs(line.frame, active):
                yield line
            begins = isinstance(event, Entered) and event.frame in active and event.frame.own_regions
            if begins or (isinstance(event, Left) and event.frame.is_block and self._runs(event.frame, active)):
                yield event

    def _runs(self, frame: Frame, active: set[Frame]) -> bool:
        """Whether a block has run between two events: it is around one of them, or Python or the run has taken it."""
        while frame not in active:
            region = frame.own_regions[-1] if frame.own_regions else None
            if not frame.is_block or frame.caller is None or (region is not None and not self._is_taken(region)):
                return False
            frame = frame.caller
        return True

    def _is_taken(self, region: Region) -> bool:
        if not region.staged:
            return True
        holds = self._find(region.predicate) if region.kind == "branch" else None
        return isinstance(holds, bool | int | np.bool_) and bool(holds) == bool(region.which)

    def _bound(self, event: Entered | Line | Left) -> dict[str, Any]:
        names = event.bound.items()
        return {name: None if each is None else self._value(name, each) for name, each in names if self._exists(each)}

    def _exists(self, binding: Binding | None) -> bool:
        """Whether a name has a value, as far as that is known."""
        exists = True if binding is None else binding.exists
        known = self._find(exists.variable) if isinstance(exists, Computed) else exists
        return known is None or bool(known)

    def _value(self, name: str, binding: Binding) -> Any:
        """A name's value, kept small; None where it is not known."""
        leaves = [self._find(leaf.variable) if isinstance(leaf, Computed) else leaf for leaf in binding.leaves]
        pairs = zip(binding.leaves, leaves, strict=True)
        if any(isinstance(leaf, Opaque) or (isinstance(leaf, Computed) and now is None) for leaf, now in pairs):
            return None
        if binding.is_leaf:
            return leaves[0] if isinstance(binding.leaves[0], Computed) else digest(leaves[0])
        labels = [label for label, _ in binding.parts(name)]
        if labels == [name, name + _LENGTH] and len(leaves) == 2:
            return shortened(*leaves)
        if any(isinstance(leaf, Digest) for leaf in leaves):
            return None
        value = binding.value(self._find)
        return digest(released(value.now if isinstance(value, ChosenText) else value))

    def _find(self, variable: Any) -> Any:
        """The present value of a variable, or of one that stands for it where its block was staged; None for none."""
        if variable not in self._copies:
            self._copies[variable] = self._events.staged_as(variable)
        known = (self._values[each] for each in self._copies[variable] if each in self._values)
        return max(known, key=lambda each: each[0], default=(0, None))[1]


def _around(frame: Frame) -> list[Frame]:
    """A frame and the blocks around it in the same call, innermost first."""
    found = [frame]
    while found[-1].is_block and found[-1].caller is not None:
        found.append(found[-1].caller)
    return found


def _is_loop(frame: Frame) -> bool:
    """Whether a block is an iteration of a loop."""
    return bool(frame.own_regions) and frame.own_regions[-1].kind in ("body", "iteration")


def _loop(frame: Frame) -> tuple[Frame | None, Region]:
    """What the body and the test of a loop have in common; an iteration that Python runs is one of its own."""
    return frame.caller, frame.own_regions[-1]


def _starts(made: Made, line: Any) -> bool:
    return isinstance(line, Line) and bool(made.frame.lines.start(line.line) == made.line)
