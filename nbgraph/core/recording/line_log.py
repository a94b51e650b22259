"""Every line of the user's that a plain Python run executes, in order, whatever the graph keeps of it."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from nbgraph.core.recording.digest import digest
from nbgraph.core.recording.functions import Function, Functions
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.spans import Span

MOST = 4_000  # lines; of a run with more, a record keeps some rounds only
_PARTS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>")
"""What has a frame and is part of a statement: before Python 3.12 a comprehension has one of its own."""
Local = Callable[[types.FrameType, str, Any], Any]


@dataclass(eq=False)
class LoggedCall:
    """One call that Python makes.

    Attributes:
        function: what is called.
        caller: the call that makes it, of those that are logged; None for the function that is shown.
        site: where it is made.
    """

    function: Function
    caller: LoggedCall | None
    site: Span | None

    @property
    def around(self) -> Iterator[LoggedCall]:
        """It and its callers, innermost first."""
        call: LoggedCall | None = self
        while call is not None:
            yield call
            call = call.caller


@dataclass
class LoggedLine:
    """One execution of a statement or of a header; the first of a call is its head.

    Attributes:
        call: the call that it is part of.
        line: the first line of the statement.
        begins: whether it is the head.
        changed: the variables that are others after it.
        after: all variables after it.
    """

    call: LoggedCall
    line: int
    begins: bool = False
    changed: dict[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class _Open:
    """A call that goes on: its latest line, how far that has come, its variables before it.

    Attributes:
        number: the line of the latest event. Python tells of one line twice in a row only where it jumps back in it.
    """

    call: LoggedCall
    latest: LoggedLine
    offset: int = -1
    number: int = 0
    known: Mapping[str, Any] = field(default_factory=dict)


class LineLog:
    """The trace function that writes the log.

    Attributes:
        lines: the lines, in order.
        is_whole: whether every line is among them.
        apart: the functions that a library calls, on values of its own.
    """

    def __init__(self, code: types.CodeType, functions: Functions) -> None:
        self._code, self._functions = code, functions
        self._found: dict[types.CodeType, Function | None] = {}
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self.lines: list[LoggedLine] = []
        self.is_whole = True
        self.apart: set[Function] = set()
        self._open: dict[types.FrameType, _Open] = {}

    def entered(self, frame: types.FrameType, event: str, argument: Any) -> Local | None:
        """A function is called; a generator, which runs a piece at a time, is part of the line that asks it."""
        code = frame.f_code
        if not self._open and code is not self._code:
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
        """Begin a call, unless a library makes it: what that makes of the function is its own affair."""
        back = frame.f_back
        while back is not None and back.f_code.co_name in _PARTS:
            back = back.f_back
        caller = self._open.get(back) if back is not None else None
        if self._open and caller is None:
            if back is not None and not is_user_file(back.f_code.co_filename):  # else a generator of the user's does
                self.apart.add(function)
            return False
        site = None if caller is None or frame.f_back is None else _site(caller, frame.f_back)
        call = LoggedCall(function, None if caller is None else caller.call, site)
        given = _values(frame)
        head = LoggedLine(call, function.lines.head, True, given, given)
        self._open[frame] = _Open(call, head, known=given)
        self._write(head)
        return True

    def _inside(self, frame: types.FrameType, event: str, argument: Any) -> Local:
        at = self._open[frame]
        if event == "line":
            start = at.call.function.lines.start(frame.f_lineno)
            again = frame.f_lineno == at.number or frame.f_lasti < at.offset
            if at.latest.begins or start != at.latest.line or again:
                self._look(at, frame)
                at.latest = LoggedLine(at.call, start)
                self._write(at.latest)
            at.offset, at.number = frame.f_lasti, frame.f_lineno
        elif event == "return":
            self._look(at, frame)
        return self._inside

    def _look(self, at: _Open, frame: types.FrameType) -> None:
        """Note what the latest line has changed."""
        now = _values(frame)
        other = {name: value for name, value in now.items() if name not in at.known or not _same(at.known[name], value)}
        at.latest.changed |= other
        at.known = at.latest.after = now

    def _write(self, line: LoggedLine) -> None:
        self.is_whole &= len(self.lines) < MOST
        if self.is_whole:
            self.lines.append(line)


def both(one: Local, other: Local) -> Local:
    """A trace function that is two."""

    def entered(frame: types.FrameType, event: str, argument: Any) -> Any:
        found = [local for each in (one, other) if (local := each(frame, event, argument)) is not None]
        return both(*found) if len(found) == 2 else found[0] if found else None

    return entered


def _site(caller: _Open, frame: types.FrameType) -> Span:
    """Where a call is made; the whole line where nobody knows better."""
    source, line = caller.call.function.source, frame.f_lineno
    at = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    first, last, column, end = at
    if first is None or last is None or column is None or end is None:
        return source.span(line, 0, line, 0)
    return source.span(first, column, last, end)


def _values(frame: types.FrameType) -> dict[str, Any]:
    return {name: digest(value) for name, value in frame.f_locals.items() if not name.startswith(".")}


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and (one is other or str(one) == str(other))
