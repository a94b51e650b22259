"""Following a run through calls: each begins with a step at its head and ends with one where it was called."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Sequence
from typing import Any

from nbgraph.core._jax import marks_of, rounds_of
from nbgraph.core.graph.trace import Entry
from nbgraph.core.recording.frames import At, Frame, Path, path_of
from nbgraph.core.recording.functions import Function, Functions
from nbgraph.core.recording.lines import Lines
from nbgraph.core.recording.made import END, Chain, Key, Made
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.events import EventLog, Line
from nbgraph.core.staging.events import Frame as Called

_LOOPS = ("while", "fori", "scan", "unrolled", "python")
_MOST_WAYS = 100  # through the text, by which a function is called: more than that nobody compares


class Calling:
    """Where a run is: in which call, in which step.

    Attributes:
        functions: the functions.
        steps: the steps so far.
        counts: how often each line was reached, and each call made, in the same rounds.
        frame: the call that the run is in.
        contexts: each way through the text by which a function is called: the caller's way, the place of the call and
            the function; the first is the function that is shown.
        blocks: the conditionals and loops that the run is in, each with the call that it is part of.
        into_calls: whether calls are followed at all.
    """

    def __init__(
        self, functions: Functions, decisions: Sequence[Decision], events: EventLog, *, into_calls: bool
    ) -> None:
        self.functions, self.into_calls = functions, into_calls
        self._log_lines = events.lines()
        self.steps: list[Made] = []
        self.counts: Counter[tuple[Chain, Any]] = Counter()
        self.frame = Frame(functions.found[0], event=events.outermost)
        self.contexts: dict[tuple[int, Span, Function] | None, int] = {None: 0}
        self.blocks: list[tuple[Entry, Frame]] = []
        self._calls = 0
        self._rounds: tuple[str, ...] = ()
        self._at: At = (-1, 0, ())
        self._fresh = True
        self._within: set[tuple[int, int, int, int]] = set()
        self._paths: dict[tuple[int, int], tuple[Frame, Path, Span] | None] = {}
        self._many = {decision.span for decision in decisions if decision.became not in _LOOPS}

    @property
    def lines(self) -> Lines:
        """What is known of the lines of the function that runs."""
        return self.frame.lines

    def go_to(self, entry: Entry, operation: str) -> Span | None:
        """Let the run be in the call that an equation belongs to.

        Args:
            entry: the equation.
            operation: what it does; "" for what may well come twice.

        Returns:
            Its position in the function that is called; None where it has none.
        """
        block = self.blocks[-1][1] if self.blocks else self.frame.around[-1]
        spans, known = entry.spans, (id(entry), block.number)
        self._rounds = rounds_of(entry.equation)
        if known not in self._paths:
            self._paths[known] = path_of(self.functions, block, entry)
        found = self._paths[known]
        if found is None:
            return None
        base, path, place = found
        if base is self.frame and base.parent is None and not path:
            return place
        if base not in self.frame.around:
            return self.lines.place(spans)
        entered = self.frame.around[: self.frame.around.index(base)][::-1]
        same = 0
        while same < min(len(path), len(entered)) and (entered[same].call, entered[same].function) == path[same]:
            same += 1
        key = (spans[0], operation, self._at[:2])
        if same and same == len(path) and operation and self._repeats(entered[same - 1], key, place):
            same -= 1
            while (
                same
                and (call := path[same][0]) in entered[same - 1].opened
                and not entered[same - 1].is_alone(call.line)
            ):
                same -= 1
        target = entered[same - 1] if same else base
        if self.blocks and block not in target.around:
            return self.lines.place(spans)  # what stands in a block is part of the block's call, which goes on
        self.leave_to(target, then=path[same][0] if same < len(path) else None)
        events = self._events_of(entry, base, len(path))
        for (call, function), event in list(zip(path, events, strict=True))[same:]:
            self._enter(call, function)
            self.frame.event = event
        if operation and spans[0] not in self._many:
            self.frame.seen.add((spans[0], operation, self._at[:2]))
        self.frame.latest = spans[0]
        return place

    def line_of(self, entry: Entry) -> Line | None:
        """The line of the event log that has staged an equation; None where the log does not tell."""
        return next((self._log_lines[mark] for mark in marks_of(entry.equation) if mark in self._log_lines), None)

    def _events_of(self, entry: Entry, base: Frame, count: int) -> list[Called | None]:
        """The calls of the event log that lead from a call to an equation, if they are as many as are counted."""
        line = self.line_of(entry)
        calls = [] if line is None else line.frame.calls
        below = calls[calls.index(base.event) + 1 :] if base.event is not None and base.event in calls else []
        return [*below] if len(below) == count else [None] * count

    def _repeats(self, frame: Frame, key: tuple[Span, str, tuple[int, int]], place: Span) -> bool:
        """Whether an operation has run in a call already: then it belongs to another call of the same function.

        Unless a builtin function makes it, as `sum` does for each item.
        """
        if frame.latest == key[0] and _is_builtin(frame.function.calls.get(key[0])):
            return False
        return key in frame.seen and not frame.is_alone(place.line)

    def leave_to(self, frame: Frame, then: Span | None = None) -> None:
        """End the calls that one is still waiting for.

        Args:
            frame: the one that goes on.
            then: the call that it makes next, if it makes one.
        """
        while self.frame is not frame:
            self._leave(then if self.frame.parent is frame else None)

    def _enter(self, call: Span, function: Function) -> None:
        caller = self.frame
        line = caller.lines.start(call.line)
        before = self._before(call, line)
        if self.steps[-1].frame is caller and self.steps[-1].line == line:
            self.steps[-1].test = None  # it is not over
        chain, skipped = self._at[2], caller.skipping.skipped(line)
        if chain is not None:
            number = self.counts[chain, call]
            self.counts[chain, call] += 1
            chain = None if skipped else (*chain, (call, number))
        way = (caller.context, call, function)
        context = self.contexts.setdefault(way, len(self.contexts))
        self._calls += 1
        self.frame = Frame(function, self._calls, context, caller, call, line, self._at, chain, len(self.steps))
        self._at = (*self._at[:2], chain)
        self._new(function.lines.head, counted=False).is_head = True
        self.steps[-1].before = before
        self._fresh = not isinstance(function.node, ast.Lambda)  # a lambda is one line, with its parameters

    def _before(self, call: Span, line: int) -> Key | None:
        """Where the caller is in Python's run, unless its steps say so already: this call is the first in its line."""
        caller, (loop, number, chain) = self.frame, self._at
        statement = (line, loop, number)
        if caller.statement == statement and call not in caller.opened and not self._is_later_round():
            caller.opened.add(call)
            return None
        caller.statement, caller.opened = statement, {call}
        if chain is None or caller.skipping.skipped(line):
            return None
        key = (chain, line, self.counts[chain, line])
        self.counts[chain, line] += 1
        return key

    def _is_later_round(self) -> bool:
        """Whether Python has made the call in another round of an unrolled loop than the line's last operation."""
        blocks, rounds = self.steps[-1].rounds or (-1, ())
        return blocks == len(self.blocks) and self._rounds[: len(rounds)] != rounds

    def _leave(self, then: Span | None) -> None:
        ended = self.frame
        caller, call = ended.parent, ended.call
        assert caller is not None and call is not None
        if self.steps[-1].frame is ended and ended.chain is not None:
            self.steps[-1].after = (ended.chain, END, 0)
        self.frame, self._at = caller, ended.at
        goes_on = then is not None and caller.lines.start(then.line) == ended.line and then not in caller.opened
        if goes_on:
            return
        opened, statement = caller.opened, caller.statement
        self._new(ended.line, counted=False)
        caller.opened, caller.statement = opened, statement

    def _new(self, line: int, *, counted: bool = True) -> Made:
        activation, number, chain = self._at
        key = None
        frame = self.frame
        skipped = frame.skipping.skipped(line)
        if chain is not None and counted and not skipped:  # nor to what it has jumped over
            key = (chain, line, self.counts[chain, line])
            self.counts[chain, line] += 1
        self.steps.append(Made(frame, line, activation, number, key, skipped=skipped))
        around = frame.lines.loops.get(line, ())
        self._within |= {(frame.number, activation, number, each) for each in around if each != line}
        frame.statement, frame.opened = (line, activation, number), set()
        self._fresh = False
        return self.steps[-1]


def _is_builtin(call: ast.expr | None) -> bool:
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and hasattr(builtins, call.func.id)
