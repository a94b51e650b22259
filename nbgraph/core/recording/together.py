"""Merge both runs into one record: the steps, and every variable's value in the graph and in Python after each.

Where both runs give the same, a step is a line that Python executes, with what the graph does in the line of the same
key; else it is a line of the graph's, with Python's variables there. What the graph does in a line that is no step is
part of the one before it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from nbgraph.core.depth import deep
from nbgraph.core.recording.functions import Function
from nbgraph.core.recording.line_log import LoggedCall, LoggedLine
from nbgraph.core.recording.model import Difference, Loop, NodeValue, Step
from nbgraph.core.recording.python_run import PythonRun
from nbgraph.core.recording.run import Bound, Call, CallKey, Chain, Executed, LineKey, Run, Segment
from nbgraph.core.recording.summary import Text, differ, text_of
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.spans import Span

_Pair = tuple[Executed | None, LoggedLine | None]
Ways = dict[tuple[int, Span | None, Function] | None, int]
ADJOINT = "∂"  # prefix of the name of a derivative by a variable
SECOND = f"{ADJOINT}²"  # prefix of the name of a second derivative
_NOT_RECORDED = Text("not recorded")


@dataclass
class _Frame:
    """A call whose steps are being made."""

    function: Function  # what is called
    key: CallKey  # which call it is
    way: int  # the number of its way through the text
    begun: int  # the number of its first step
    at: tuple[int, int]  # the loop and the iteration that its caller is in
    is_alone: bool  # whether Python alone makes it
    raises: bool  # whether Python's run ends in it with an uncaught exception
    is_closed: bool  # whether it is in a loop of which the record does not have what the graph does
    # its variables in the graph; None for one that the graph has no operation for
    graph: dict[str, Any] = field(default_factory=dict)
    python: dict[str, str] = field(default_factory=dict)  # those in plain Python, as text
    apart: set[str] = field(default_factory=set)  # the variables that are different numbers
    is_last: bool = False  # whether Python's run ends in the line that makes its steps now


@dataclass(frozen=True)
class View:
    """How to merge two runs."""

    by_python: bool = False  # whether a step is a line that Python executes; else it is one of the graph's
    ends_early: bool = False  # whether the graph's run was stopped: Python's later lines are then shown alone
    is_refused: bool = False  # whether that is because there is no graph
    into_calls: bool = True  # whether to show what called functions do
    doubts: bool = False  # whether a value that differs from Python's may belong to another step


class Together:
    """Makes the steps of both runs."""

    def __init__(self, run: Run, python: PythonRun, view: View) -> None:
        self.steps: list[Step] = []
        self.loops: list[Loop] = []
        self.ways: Ways = {None: 0}  # the call paths: the caller's path, the position, the function
        # the variables, each with its way of being called, in the order in which they got values
        self.names: dict[tuple[int, str], None] = {}
        self.difference: Difference | None = None  # where the two runs first differ
        self.raised: dict[int, tuple[str, Span]] = {}  # for each step in which Python raises: the error, and where
        self.alone = 0  # the number of the first step from which on all are Python's alone
        self._run, self._log = run, python.log
        self.by_python, self._view = view.by_python, view
        self._left = sum(len(call.lines) for call in run.root.every())
        self._totals = _totals(python.root)
        self._places: dict[tuple[CallKey, Chain, int], int] = {}
        self._handed: dict[int, int] = {}  # the loops that JAX was given, by the `id` of their states
        self._frames: dict[CallKey, _Frame] = {}
        deep(self._call)(run.root, python.root, None)

    def _call(self, call: Call | None, logged: LoggedCall | None, caller: tuple[_Frame, Chain, int] | None) -> None:
        """Add the steps of a call."""
        either = call if call is not None else logged
        assert either is not None, "one of the runs makes the call"
        way, at, is_closed = 0, (-1, 0), False
        if caller is not None:
            frame, chain, _ = caller
            site = logged.site if logged is not None else None if call is None else call.site
            way = self.ways.setdefault((frame.way, site, either.function), len(self.ways))
            at = self._iterated(call, self._position(frame, chain), caller[2])
            is_closed = self._is_closed(frame, chain)
        raises = logged is not None and logged.raises and (caller is None or caller[0].is_last)
        made = _Frame(either.function, either.key, way, len(self.steps), at, call is None, raises, is_closed)
        self._frames[made.key] = made
        for pair in self._pairs(call, logged):
            self._line(made, pair)

    def _pairs(self, call: Call | None, logged: LoggedCall | None) -> Iterator[_Pair]:
        """Yield the lines of a call that are steps, as both runs have them."""
        if logged is not None and self.by_python:
            own = {} if call is None else self._joined(call, lambda line: line.key in logged.lines, logged)
            for each in logged.every:
                yield own.pop(each.key, None) if logged.lines[each.key] is each else None, each
        elif call is not None:
            theirs = {} if logged is None else logged.lines
            for key, made in self._joined(call, _is_step).items():
                yield made, theirs.get(key)

    def _joined(
        self, call: Call, is_step: Callable[[Executed], bool], logged: LoggedCall | None = None
    ) -> dict[LineKey, Executed]:
        """Return the lines of a call that are steps; each other line joins the one before it.

        What the graph computes after the line in which Python raises joins none.
        """
        found: dict[LineKey, Executed] = {}
        latest: Executed | None = None
        for key, line in call.lines.items():
            if is_step(line) or latest is None:
                latest = found[key] = line
                continue
            self._left -= 1
            if logged is None or not (logged.raises and latest.key == logged.every[-1].key):
                latest.join(line)
        return found

    def _line(self, frame: _Frame, pair: _Pair) -> None:
        """Add the steps of a line: one, or with calls one after each, and one before if the line computes there."""
        executed, logged = pair
        segments = [Segment()] if executed is None else executed.segments
        self._left -= executed is not None
        pending = replace(segments[0], slots=[*segments[0].slots], bound=dict(segments[0].bound))
        chain, line = _chain_of(pair), _line_of(pair)
        frame.is_last = frame.raises and logged is not None and logged is logged.call.every[-1]
        is_empty = self._run.is_known and not self._is_closed(frame, chain)
        is_empty = is_empty and (executed is None or not _computes(executed))
        for index, call, theirs in self._children(executed, logged):
            if index is not None and not pending.is_empty:
                self._step(frame, pair, pending, None)
                pending = Segment()
            if call is not None or theirs is not None:
                self._call(call, theirs, (frame, chain, line))
            if index is not None:
                pending.join(segments[index + 1])
        if logged is not None and self.by_python and _is_raising(logged):
            if frame.is_last and any(each.raises for each in logged.calls[-1:]):
                return  # the record ends in the call
            pending.bound = {}
        test = None if executed is None else executed.test
        self._step(frame, pair, pending, logged, test=test, is_last=True, is_traced=is_empty)

    def _children(
        self, executed: Executed | None, logged: LoggedLine | None
    ) -> Iterator[tuple[int | None, Call | None, LoggedCall | None]]:
        """Yield the calls of a line: the index among the graph's, and each run's record of it."""
        ours = [] if executed is None else executed.calls
        theirs = {} if logged is None else {each.key: each for each in logged.calls}
        places = {each.key: index for index, each in enumerate(ours)}
        at = 0
        for key, call in theirs.items() if self.by_python else ():
            for index in range(at, places.get(key, at)):
                yield index, self._shown(ours[index], logged), None
            if key in places:
                at = max(at, places[key] + 1)
                yield places[key], ours[places[key]], call
            else:
                yield None, None, call
        for index in range(at, len(ours)):
            known = None if self.by_python else theirs.get(ours[index].key)
            yield index, self._shown(ours[index], logged), known

    def _shown(self, call: Call, logged: LoggedLine | None) -> Call | None:
        """Return a call that Python does not make here, if it is to be shown: Python must log none of this function."""
        if not self._view.into_calls:
            return None
        if not self.by_python or logged is None or self._log is None:
            return call
        if call.function in self._log.functions:
            self._left -= sum(len(each.lines) for each in call.every())
            return None
        return call

    def _step(
        self,
        frame: _Frame,
        pair: _Pair,
        segment: Segment,
        logged: LoggedLine | None,
        *,
        test: bool | None = None,
        is_last: bool = False,
        is_traced: bool = False,
    ) -> None:
        executed = pair[0]
        goes_on = logged is not None and not self.by_python and _is_raising(logged)  # the graph, after Python's end
        snapshot = None if logged is None or goes_on else logged.after
        is_behind = self._view.ends_early and self._left <= 0 and executed is None
        if (frame.is_alone or is_behind) and logged is not None:
            bound: dict[str, Any] = dict(logged.changed)
            if is_behind:
                bound = dict.fromkeys(bound, None if self._view.is_refused else _NOT_RECORDED)
            frame.graph.update(bound)
        else:
            bound = self._bound(frame, segment, snapshot)
        self.alone = len(self.steps) + 1 if not is_behind else self.alone
        self.names.update(dict.fromkeys((frame.way, name) for name in bound))
        python = (
            tuple(self._python(frame, snapshot)) if snapshot is not None else tuple(_unseen(frame)) if is_last else ()
        )
        if snapshot is not None and not is_behind:
            self._compare(frame, bound, snapshot)
        if logged is not None and logged.raised is not None:
            self.raised[len(self.steps)] = logged.raised
        loop, number = self._position(frame, _chain_of(pair))
        values = {name: None if value is None else text_of(value) for name, value in bound.items()}
        step = Step(
            _line_of(pair),
            loop,
            number,
            tuple(_nodes(segment, values)),
            tuple(values.items()),
            python,
            test,
            tuple(segment.taken),
            tuple(segment.left),
            tuple(segment.printed),
            tuple(name for way, name in self.names if way == frame.way and name in frame.apart),
            frame.way,
            frame.begun,
            None if is_behind else is_traced,
        )
        self.steps.append(step)

    def _bound(self, frame: _Frame, segment: Segment, snapshot: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return the values that a step gives variables; None for one that is not known."""
        before, names = frame.graph, frame.function.lines.names
        found = {
            name: _read(name, each, snapshot) if self._is_sure(name, each.value, snapshot) else None
            for name, each in segment.bound.items()
            if name in names
        }
        if snapshot is not None:
            found = {name: value for name, value in found.items() if name in snapshot or name in before}
            found |= dict.fromkeys(name for name in found if name not in snapshot)
            if not any(frame.apart for frame in self._frames.values()):
                others = [name for name in before if name not in found and not name.startswith(ADJOINT)]
                found |= dict.fromkeys(_outdated(others, before, snapshot))
        found |= _adjoints(segment, found, before)
        found = {name: value for name, value in found.items() if name not in before or not _alike(before[name], value)}
        frame.graph.update(found)
        return found

    def _is_sure(self, name: str, value: Any, snapshot: Mapping[str, Any] | None) -> bool:
        """Return whether a value is surely this step's, compared with Python's."""
        other = None if snapshot is None else snapshot.get(name)
        if other is None or value is None or text_of(value) == text_of(other):
            return True
        verdict = differ(value, other)
        return verdict is False or (verdict is True and not self._view.doubts)

    def _python(self, frame: _Frame, snapshot: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
        """Yield the variables whose Python value a step changed, with the new value; None for a deleted one."""
        names = frame.function.lines.names
        for name in [name for name in frame.python if name not in snapshot]:
            del frame.python[name]
            yield name, None
        for name, value in snapshot.items():
            text = text_of(value)
            if name in names and frame.python.get(name) != text:
                frame.python[name] = text
                self.names.setdefault((frame.way, name))
                yield name, text

    def _compare(self, frame: _Frame, bound: Mapping[str, Any], python: Mapping[str, Any]) -> None:
        for name, value in bound.items():
            if value is None or name not in python:
                continue
            verdict = differ(value, python[name])
            if verdict:
                frame.apart.add(name)
                if self.difference is None:
                    self.difference = Difference(len(self.steps), name, text_of(value), text_of(python[name]))
            elif verdict is False:
                frame.apart.discard(name)

    def _iterated(self, call: Call | None, around: tuple[int, int], line: int) -> tuple[int, int]:
        """Return the loop and iteration that a call is in: of the user's `lax` loop, else those of its caller."""
        state = None if call is None else call.loop
        if call is None or state is None:
            return around
        if id(state) not in self._handed:
            self._handed[id(state)] = len(self.loops)
            self.loops.append(Loop(line, state.region, state.total, state.ended, *around, state.kept))
        return self._handed[id(state)], call.iteration

    def _position(self, frame: _Frame, chain: Chain) -> tuple[int, int]:
        """Return the innermost loop around, and its iteration."""
        if not chain:
            return frame.at
        *outer, (header, number) = chain
        key = frame.key, tuple(outer), header
        if key not in self._places:
            around = self._position(frame, key[1])
            state = self._run.loops.get(key)
            if state is not None and state.is_closed and not (self.by_python and self._totals.get(key)):
                return around
            self._places[key] = len(self.loops)
            self.loops.append(self._loop(key, around))
        return self._places[key], number

    def _is_closed(self, frame: _Frame, chain: Chain) -> bool:
        """Return whether the record does not have what the graph does in one of the loops around."""
        loops = (self._run.loops.get((frame.key, chain[:n], header)) for n, (header, _) in enumerate(chain))
        return frame.is_closed or any(each is not None and each.is_closed for each in loops)

    def _loop(self, key: tuple[CallKey, Chain, int], around: tuple[int, int]) -> Loop:
        state, total = self._run.loops.get(key), self._totals.get(key, 0)
        if state is None or (not state.region and self.by_python and total):
            return Loop(key[2], "", total, True, *around, total)
        return Loop(key[2], state.region, state.total, state.ended, *around, state.kept)


def _is_raising(logged: LoggedLine) -> bool:
    return logged.call.raises and logged is logged.call.every[-1]


def _adjoints(segment: Segment, found: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the adjoints of the names that a step binds, and of their parts; None for one that is not known."""
    made: dict[str, Any] = {}
    for name, bound in segment.bound.items():
        if not bound.is_carried:
            is_sure = found.get(name, before.get(name)) is not None
            parts = bound.parts if is_sure or bound.value is None else {}
            made |= {ADJOINT + label: value for label, value in parts.items()}
            made[ADJOINT + name] = bound.adjoint if is_sure else None
            made[SECOND + name] = bound.second if is_sure else None
            old = (ADJOINT + name + "[", ADJOINT + name + ".")
            made |= dict.fromkeys(label for label in before if label.startswith(old) and label not in made)
    return {label: value for label, value in made.items() if value is not None or label in before}


def _computes(line: Executed) -> bool:
    """Return whether the graph computes or chooses anything in a line or its calls; for a call's head, in the call."""
    lines = line.call.lines.values() if line.is_head else (line,)
    parts = [part for each in lines for part in each.segments]
    if any(each.chooses for each in lines) or not all(part.is_empty for part in parts):
        return True
    gathered = any(bound.is_gathered for part in parts for bound in part.bound.values())
    return gathered or any(_computes(next(iter(call.lines.values()))) for each in lines for call in each.calls)


def follows(run: Run, python: PythonRun) -> bool:
    """Return whether Python executes each line of the graph's, and no more iterations of its loops."""
    pending = [(run.root, python.root)]
    while pending:
        call, logged = pending.pop()
        if logged is None:
            return False
        made = call.lines.values()
        if any(line.key not in logged.lines for line in made if _is_step(line) and _computes(line)):
            return False
        calls = {each.key: each for line in logged.every for each in line.calls}
        pending += [(each, calls.get(each.key)) for line in made for each in line.calls]
    totals = _totals(python.root)
    return all(each.total == totals.get(key, 0) for key, each in run.loops.items() if each.region)


def _is_step(line: Executed) -> bool:
    """Return whether a line of the log is a line of the user's there, and does anything."""
    around = line.call.function.lines.loops.get(line.line, ())
    returns = isinstance(line.call.function.statements.get(line.line), ast.Return)
    does = line.is_head or returns or not line.is_empty
    return does and tuple(header for header, _ in line.chain) == (() if line.is_head else around)


def _line_of(pair: _Pair) -> int:
    either = pair[0] or pair[1]
    return 0 if either is None else either.line


def _chain_of(pair: _Pair) -> Chain:
    either = pair[0] or pair[1]
    return () if either is None else either.chain


def _nodes(segment: Segment, values: Mapping[str, str | None]) -> Iterator[NodeValue]:
    """Yield the values that the graph computes, each with the name that it is bound to."""
    for slot in segment.slots:
        name, text = "", text_of(slot.value)
        for each, bound in segment.bound.items():
            given = values.get(each)
            if given is not None and set(slot.variables) & set(bound.variables):
                name, text = each, given
                break
        yield NodeValue(slot.node, name, text)


def _totals(root: LoggedCall | None) -> dict[tuple[CallKey, Chain, int], int]:
    """Return how many iterations of each loop Python makes."""
    found: dict[tuple[CallKey, Chain, int], int] = {}
    pending = [] if root is None else [root]
    while pending:
        call = pending.pop()
        for line in call.every:
            pending += line.calls
            for depth, (header, number) in enumerate(line.chain):
                if header != line.line or depth + 1 < len(line.chain):
                    key = call.key, line.chain[:depth], header
                    found[key] = max(number, found.get(key, 0))
    return found


def _read(name: str, bound: Bound, snapshot: Mapping[str, Any] | None) -> Any:
    """Return a name's value: the graph's, or Python's for an object that the graph lacks or writes differently."""
    other = None if snapshot is None else snapshot.get(name)
    is_written = isinstance(bound.value, Text) and isinstance(other, Text) and differ(bound.value, other) is False
    return other if other is not None and (bound.is_pythons or is_written) else bound.value


def _outdated(names: Sequence[str], known: Mapping[str, Any], python: Mapping[str, Any]) -> Iterator[str]:
    """Yield the variables whose value differs by now from Python's, though no operation of the step has set it."""
    for name in names:
        value = known[name]
        if value is None:
            continue
        if name not in python or (not _alike(value, python[name]) and differ(value, python[name]) is not False):
            yield name


def _alike(one: Any, other: Any) -> bool:
    return (one is None) == (other is None) and (one is None or text_of(one) == text_of(other))


def _unseen(frame: _Frame) -> Iterator[tuple[str, None]]:
    """Yield, and forget, the variables that Python may have changed meanwhile."""
    for name, text in list(frame.python.items()):
        value = frame.graph.get(name)
        if value is None or text_of(value) != text:
            del frame.python[name]
            yield name, None
