"""The plain Python run of the same call, line by line: what its variables were wherever the graph's record stands."""

from __future__ import annotations

import sys
import types
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.recording.digest import digest
from nbgraph.core.recording.lines import Lines
from nbgraph.core.recording.made import Chain, Key
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.cap import TimeLimitError, within
from nbgraph.core.timing.shown import raised

_MOST_BETWEEN = 200


@dataclass(slots=True)
class Moment:
    """The run as it was just before a line.

    Attributes:
        order: its number among the moments.
        values: the variables.
        between: the lines run since the moment before it, of which the graph's record has none.
    """

    order: int
    values: dict[str, Any]
    between: list[int]


@dataclass(slots=True)
class PythonRun:
    """What was seen.

    Attributes:
        moments: by key, the moments asked for.
        counts: how often each line was reached in the same rounds, where that was asked for.
        end: the moment of the return; None where it did not come to that.
        raised_at: the rounds and the line in which it raised; None if it did not.
        result: what it returned; None where it did not come to that.
        stopped: why it ended early, in words; "" if it did not.
    """

    moments: dict[Key, Moment] = field(default_factory=dict)
    counts: Counter[tuple[Chain, int]] = field(default_factory=Counter)
    end: Moment | None = None
    raised_at: tuple[Chain, int] | None = None
    result: Any = None
    stopped: str = ""


def run_python(
    function: Callable[..., Any],
    code: types.CodeType,
    arguments: Arguments,
    lines: Lines,
    *,
    wanted: Collection[Key],
    staged: Collection[int],
    seconds: float,
) -> PythonRun:
    """Run a call and look at it.

    Args:
        function: the plain function.
        code: its own code.
        arguments: the call's; the run gets copies.
        lines: the function's lines.
        wanted: the moments to look at.
        staged: the first lines of the loops whose rounds the keys count; others are Python's own in both runs.
        seconds: how long to look.
    """
    watch = _Watch(code, lines, frozenset(wanted), frozenset(staged))
    call, before = arguments.of_python().call(function), sys.gettrace()

    def traced() -> Any:
        sys.settrace(watch.entered)
        try:
            return call()
        finally:
            sys.settrace(before)

    try:
        watch.run.result = within(seconds, "plain Python", traced)
    except TimeLimitError as error:
        watch.run.end = None
        watch.run.stopped = f"{error}."
    except Exception as error:  # the user's function may raise anything
        watch.run.end = None
        watch.run.raised_at = watch.here
        watch.run.stopped = f"Plain Python raises {raised(error)}."
    return watch.run


class _Watch:
    """The trace function of one run."""

    def __init__(self, code: types.CodeType, lines: Lines, wanted: frozenset[Key], staged: frozenset[int]) -> None:
        self.run = PythonRun()
        self._code, self._lines, self._wanted, self._staged = code, lines, wanted, staged
        self._asked = frozenset((chain, line) for chain, line, _ in wanted)
        self._listed = frozenset(line for _, line, _ in wanted)
        self._frame: types.FrameType | None = None
        self._loops: list[list[int]] = []
        self._chain: Chain = ()
        self._last = 0
        self._between: list[int] = []

    def entered(self, frame: types.FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        """A function is called: the first call of ours is followed."""
        if frame.f_code is not self._code or self._frame is not None:
            return None
        self._frame = frame
        return self._inside

    @property
    def here(self) -> tuple[Chain, int]:
        """The rounds and the line that the run is in."""
        return self._chain, self._last

    def _inside(self, frame: types.FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        if event == "line":
            self._line(frame)
        elif event == "return" and self.run.end is None:
            self.run.end = self._moment(frame)
        return self._inside

    def _line(self, frame: types.FrameType) -> None:
        start = self._lines.start(frame.f_lineno)
        around = self._lines.loops.get(start, ())
        is_header = bool(around) and around[-1] == start
        if start == self._last and not is_header and frame.f_lineno != start:
            return  # a statement over several lines
        self._last = start
        self._enter(around, is_header)
        if (self._chain, start) in self._asked:
            number = self.run.counts[self._chain, start]
            self.run.counts[self._chain, start] += 1
            key = (self._chain, start, number)
            if key in self._wanted:
                self.run.moments[key] = self._moment(frame)
                return
        if start not in self._listed and len(self._between) < _MOST_BETWEEN:
            self._between.append(start)

    def _enter(self, around: tuple[int, ...], is_header: bool) -> None:
        """Count the rounds of the loops around."""
        loops = self._loops
        before = [loop[0] for loop in loops]
        keep = 0
        while keep < min(len(before), len(around)) and before[keep] == around[keep]:
            keep += 1
        changed = keep < len(loops)
        del loops[keep:]
        if is_header and keep == len(around):
            loops[-1][1] += 1
            changed = True
        for line in around[keep:]:
            loops.append([line, 1])
            changed = True
        if changed:
            self._chain = tuple((line, number) for line, number in loops if line in self._staged)

    def _moment(self, frame: types.FrameType) -> Moment:
        values: Mapping[str, Any] = frame.f_locals
        kept = {name: digest(value) for name, value in values.items() if name in self._lines.names}
        made = Moment(len(self.run.moments), kept, self._between)
        self._between = []
        return made
