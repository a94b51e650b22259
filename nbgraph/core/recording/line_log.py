"""Log every line of the user's code that Python executes, in order, with the variables after it."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Collection, Mapping
from itertools import islice
from typing import Any

from nbgraph.core.recording.functions import Function, Functions
from nbgraph.core.recording.run import HEAD, CallKey, CallKeys, Chain, LineKey
from nbgraph.core.recording.summary import summary
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace import is_raising

MOST = 4_000  # lines; of a run with more, only the first are kept
_PARTS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>")
"""What has a frame and is part of a statement: before Python 3.12 a comprehension has one of its own."""
Local = Callable[[types.FrameType, str, Any], Any]
Kept = Mapping[tuple[CallKey, Chain, int], Collection[int]]
"""For a loop, by call, iterations around and header, how often the header is reached where lines are kept."""


@dataclass(eq=False)
class LoggedCall:
    """One call that Python makes."""

    function: Function  # what is called
    caller: LoggedLine | None  # the line that makes it; None for the function that is shown
    site: Span | None  # where it is made
    key: CallKey = 0  # which call it is, as in the graph's run
    raises: bool = False  # whether an exception has left it
    # its lines by their keys; of one that comes twice in the same iterations the first
    lines: dict[LineKey, LoggedLine] = field(default_factory=dict)
    every: list[LoggedLine] = field(default_factory=list)  # its lines, in order


@dataclass(eq=False)
class LoggedLine:
    """One execution of a statement or of a header; the first of a call is its head."""

    call: LoggedCall  # the call that it is part of
    chain: Chain  # the iterations around
    line: int  # the first line of the statement
    number: int = 0  # how often the line came before in the same iterations; `HEAD` for the head
    changed: dict[str, Any] = field(default_factory=dict)  # the variables that are others after it
    after: Mapping[str, Any] | None = None  # all variables after it; None where Python has not come to its end
    calls: list[LoggedCall] = field(default_factory=list)  # the calls that it makes
    raised: tuple[str, Span] | None = None  # what it has raised, and where in it; of an exception that is caught, too

    @property
    def key(self) -> LineKey:
        return self.chain, self.line, self.number


@dataclass
class _Open:
    """A running call: its latest line, the position in it, its loops, and its variables before the line."""

    call: LoggedCall
    latest: LoggedLine | None
    start: int = 0  # the line that runs, whether it is kept or not
    offset: int = -1
    # the line of the latest event. Python tells of one line twice in a row only where it jumps back in it
    number: int = 0
    known: Mapping[str, Any] = field(default_factory=dict)
    # the header of each loop around, and how often it was reached
    loops: list[tuple[int, int]] = field(default_factory=list)

    def go_to(self, line: int) -> Chain:
        """Count how often the headers of the loops around a line are reached; return the iterations around it."""
        around = self.call.function.lines.loops.get(line, ())
        keep = 0
        while keep < min(len(around), len(self.loops)) and self.loops[keep][0] == around[keep]:
            keep += 1
        again = keep == len(around) and bool(around) and around[-1] == line
        del self.loops[keep:]
        if again:
            self.loops[-1] = line, self.loops[-1][1] + 1
        self.loops += [(header, 1) for header in around[keep:]]
        return tuple(self.loops)


class LineLog:
    """A trace function that writes the log."""

    def __init__(
        self, code: types.CodeType, functions: Functions, keys: CallKeys, kept: Kept, *, into_calls: bool
    ) -> None:
        self._code, self._functions, self._keys, self._kept = code, functions, keys, kept
        self._into_calls = into_calls
        self._found: dict[types.CodeType, Function | None] = {}
        self.clear()

    def clear(self) -> None:
        self.root: LoggedCall | None = None  # the call that is shown; None before it
        self.count = 0
        self.is_whole = True  # whether every line is among them that is to be kept
        self.functions: set[Function] = set()
        self._open: dict[types.FrameType, _Open] = {}

    def entered(self, frame: types.FrameType, event: str, argument: Any) -> Local | None:
        """Begin to trace a call; a generator's piece is part of the line that resumes it."""
        code = frame.f_code
        if not self._open and (code is not self._code or self.root is not None):
            return None
        if code not in self._found:
            self._found[code] = self._function(code)
        function = self._found[code]
        if function is None or not self.is_whole:
            return None
        if frame not in self._open and not self._begin(frame, function):
            return None
        return self._inside

    def _function(self, code: types.CodeType) -> Function | None:
        if code is self._code:
            return self._functions.found[0]
        is_piecewise = code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR)
        if code.co_name in _PARTS or is_piecewise or not is_user_file(code.co_filename):
            return None
        return self._functions.of_code(code)

    def _begin(self, frame: types.FrameType, function: Function) -> bool:
        """Begin a call and return True; return False if a library makes it, since its own calls are not recorded."""
        back = frame.f_back
        while back is not None and back.f_code.co_name in _PARTS:
            back = back.f_back
        caller = self._open.get(back) if back is not None else None
        if self._open and (caller is None or caller.latest is None or not self._into_calls):
            return False
        at = None if caller is None else caller.latest
        site = None if caller is None or frame.f_back is None else _place(caller.call.function, frame.f_back)
        number = 0 if at is None else sum(each.function is function for each in at.calls)
        call = LoggedCall(function, at, site, self._keys.of(at, function, number))
        if at is None:
            self.root = call
        else:
            at.calls.append(call)
        self.functions.add(function)
        values = _values(frame)
        head = LoggedLine(call, (), function.lines.head, HEAD, dict(values), values)
        self._open[frame] = _Open(call, head, known=values)
        self._write(head)
        return True

    def _inside(self, frame: types.FrameType, event: str, argument: Any) -> Local:
        at = self._open[frame]
        if event == "line":
            start = at.call.function.lines.start(frame.f_lineno)
            again = frame.f_lineno == at.number or frame.f_lasti < at.offset
            if not at.number or start != at.start or again:
                self._look(at, frame)
                chain = at.go_to(start)
                at.start, at.latest = start, None
                if self._is_kept(at.call, chain):
                    ends = start in at.call.function.lines.withs and (chain, start, 0) in at.call.lines
                    at.latest = LoggedLine(at.call, chain, start, int(ends))
                    self._write(at.latest)
            at.offset, at.number = frame.f_lasti, frame.f_lineno
        elif event == "exception" and at.latest is not None and argument[0] is not StopIteration:
            at.latest.raised = argument[0].__name__, _place(at.call.function, frame)
        elif event == "return":
            self._look(at, frame)
            at.call.raises = argument is None and is_raising(frame)
        return self._inside

    def _is_kept(self, call: LoggedCall, chain: Chain) -> bool:
        if not self._kept:
            return True
        loops = ((chain[:depth], *each) for depth, each in enumerate(chain))
        return all(number in self._kept.get((call.key, outer, header), (number,)) for outer, header, number in loops)

    def _look(self, at: _Open, frame: types.FrameType) -> None:
        """Log the variables that the latest line has changed."""
        if at.latest is None:
            return
        now = _values(frame)
        other = {name: value for name, value in now.items() if name not in at.known or not _same(at.known[name], value)}
        at.latest.changed |= other
        at.latest.after = at.known = now

    def _write(self, line: LoggedLine) -> None:
        self.is_whole &= self.count < MOST
        if self.is_whole:
            self.count += 1
            line.call.every.append(line)
            line.call.lines.setdefault(line.key, line)


def _place(function: Function, frame: types.FrameType) -> Span:
    """Return where a frame is; the whole line where Python knows no columns."""
    source, line = function.source, frame.f_lineno
    at = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    first, last, column, end = at
    if first is None or last is None or column is None or end is None:
        return source.span(line, 0, line, 0)
    return source.span(first, column, last, end)


def _values(frame: types.FrameType) -> dict[str, Any]:
    return {name: summary(value) for name, value in frame.f_locals.items() if not name.startswith(".")}


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and (one is other or str(one) == str(other))
