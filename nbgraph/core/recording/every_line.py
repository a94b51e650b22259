"""Steps for the lines that Python executes and of which the graph keeps nothing, in called functions, too.

A step of the graph stands where Python comes to its line; what it computes of a side that Python does not take joins
the step before. In between may lie lines that compute nothing for the graph:
`s = 0` in a helper, a method that only stores its arguments, the last visit of a `for`. Where all of the graph's steps
are found in Python's log, in their order and with its values, what lies between them is put there.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from nbgraph.core.recording.aligned import join
from nbgraph.core.recording.digest import differ
from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.functions import Function
from nbgraph.core.recording.line_log import LineLog, LoggedCall, LoggedLine
from nbgraph.core.recording.made import Made, number_calls
from nbgraph.core.recording.model import Loop
from nbgraph.core.recording.moments import Moment
from nbgraph.core.spans import Span

Contexts = dict[tuple[int, Span, Function] | None, int]
Lines = Sequence[LoggedLine]
_Place = tuple[int, bool | None]
"""How many lines of the log come before a step, and whether the next one is the step's; None where no line is."""


def with_every_line(
    made: Sequence[Made],
    log: LineLog,
    contexts: Contexts,
    loops: Sequence[Loop],
    staged: Collection[tuple[int, int]],
    most: int,
) -> list[Made] | None:
    """The steps, with one for each line of the log.

    Args:
        made: the graph's steps.
        log: Python's lines.
        contexts: the ways by which functions are called; changed.
        loops: the loops of the record.
        staged: those of the graph: the number of the function, the first line. It has all of their iterations.
        most: how many steps there may be.

    Returns:
        All steps; None where some of the graph's are not in the log, or where it would be too many.
    """
    if not made or not log.is_whole or not log.lines:
        return None
    for steps, places in _tries(made, log):
        if len(places) < len(steps) or len(steps) + len(log.lines) - sum(bool(own) for _, own in places) > most:
            continue
        filling = _Filling(steps, log.lines, contexts, loops)
        if filling.misses(places, staged):
            continue
        return _finished(filling, places)
    return None


def with_every_line_seen(
    made: Sequence[Made], log: LineLog, contexts: Contexts, loops: Sequence[Loop], most: int, *, is_whole: bool
) -> tuple[list[Made], int] | None:
    """One step for each line of the log; where the graph's end before it, Python's alone from there on.

    Args:
        made: the graph's steps, of a run with Python's result; those that are not in the log join the steps before.
        log: Python's lines.
        contexts: the ways by which functions are called; changed.
        loops: the loops of the record.
        most: how many steps there may be.
        is_whole: whether both runs came to their ends.

    Returns:
        The steps, and the number of the first from which on all are Python's alone; None where it would be too many,
        or where there is none.
    """
    if not log.is_whole or not 0 < len(log.lines) <= most:
        return None
    if made and is_whole:
        steps, places = made, _Search(made, log.lines).places(to_the_end=True, may_miss=True)
        known = None if places else 0
    else:
        steps, places = max(_tries(made, log), key=lambda each: len(each[1]))
        known = places[-1][0] + bool(places[-1][1]) if places else 0
    filling = _Filling(steps[: len(places)], log.lines, contexts, loops, known)
    found = _finished(filling, places)
    behind = set(map(id, filling.behind))
    return found, next((index for index, step in enumerate(found) if id(step) in behind), len(found))


def _tries(made: Sequence[Made], log: LineLog) -> Iterator[tuple[Sequence[Made], list[_Place]]]:
    """The steps that may all be in the log, and where the first of them are: as many as are found."""
    computing = [step for step in made if step.slots or not step.is_traced]  # the others may be out of place
    for steps in (made, computing):
        for to_the_end in (True, False):
            yield steps, _Search(steps, log.lines).places(to_the_end=to_the_end)


def _finished(filling: _Filling, places: Sequence[_Place]) -> list[Made]:
    every = list(filling.filled(places))
    filling.lay()
    found = _once(every)
    number_calls(found)
    return found


def _once(steps: Sequence[Made]) -> list[Made]:
    """The steps without the begin of a line whose step stands behind the calls that it makes."""
    following: dict[int, int] = {}  # by the number of a call its next step
    again: set[int] = set()
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        later = following.get(step.frame.number, index)
        if (
            step.is_traced
            and not step.slots
            and later > index + 1
            and _goes_on_in(steps[index + 1], step, steps[later])
        ):
            again.add(index)
        following[step.frame.number] = index
    return [step for index, step in enumerate(steps) if index not in again]


def _goes_on_in(called: Made, begin: Made, later: Made) -> bool:
    """Whether a line that begins with a step is the one that goes on with a later one, after a call from it."""
    same = (begin.line, begin.activation, begin.round) == (later.line, later.activation, later.round)
    return same and called.frame.parent is begin.frame and called.frame.line == begin.line


class _Search:
    """Goes through the steps and the log together."""

    def __init__(self, made: Sequence[Made], lines: Lines) -> None:
        self._made, self._lines = made, lines
        self._logged = {line.call.function for line in lines}
        self._headers = {(step.frame.number, step.line) for step in made}
        self._calls: dict[int, LoggedCall] = {}  # for each call of the graph's Python's
        self._latest: dict[LoggedCall, LoggedLine] = {}
        self._aside = set[int]()  # calls that Python does not make
        self._at = 0

    def places(self, *, to_the_end: bool, may_miss: bool = False) -> list[_Place]:
        """Where each step is, up to the first that is nowhere.

        Args:
            to_the_end: whether a line that goes on behind a call has made all of its calls by then.
            may_miss: whether others than the first may be nowhere: then all have a place.
        """
        found = list[_Place]()
        for before, step in zip((None, *self._made), self._made, strict=False):
            if before is not None and self._goes_on(before, step):
                if before.frame is not step.frame:
                    self._leave(self._calls[step.frame.number], self._calls.get(before.frame.number), to_the_end)
                found.append((self._at, False))
                continue
            home = self._home(step)
            place = self._find(step, home)
            if place is None and home is None:
                if not (may_miss and found):
                    return found
                if step.frame.function not in self._logged:  # a library calls it, or has kept what it made of it
                    found.append((self._at, False))
                    continue
            found.append((self._at, None) if place is None else (place, True))
            if place is None:
                self._aside.add(step.frame.number)
                continue
            self._calls[step.frame.number] = self._lines[place].call
            while self._at <= place:
                self._pass()
        return found

    def _find(self, step: Made, home: Frame | None) -> int | None:
        """The line of the log that a step is; None for none.

        Args:
            step: the step.
            home: see `_home`: of its call, no line that Python surely comes to is passed.
        """
        call = None if home is None else self._calls.get(home.number)
        if step.frame.number in self._aside and step.frame.number not in self._calls:
            return None
        for place in range(self._at, len(self._lines)):
            line = self._lines[place]
            if self._fits(step, line) and self._goes_its_way(step, place):
                return place
            is_aside = line.call is call and line.call.function.lines.depends(line.line)
            if home is not None and not is_aside and call not in list(line.call.around)[1:]:
                return None
        return None

    def _home(self, step: Made) -> Frame | None:
        """The outermost call of those a step is in that is in a line which Python may not come to; None for none."""
        found, frame, line = None, step.frame, step.line
        while True:
            found = frame if frame.lines.depends(line) else found
            if frame.parent is None:
                return found
            frame, line = frame.parent, frame.line

    def _pass(self) -> None:
        line = self._lines[self._at]
        self._latest[line.call] = line
        self._at += 1

    def _leave(self, call: LoggedCall, called: LoggedCall | None, to_the_end: bool) -> None:
        """Pass what is left of a call, or of all calls that the line makes."""
        inner = list(called.around) if called is not None else []
        child = inner[inner.index(call) - 1] if call in inner[1:] else None
        while self._at < len(self._lines):
            around = list(self._lines[self._at].call.around)
            if not (call in around[1:] if to_the_end else child in around):
                return
            self._pass()

    def _goes_on(self, before: Made, step: Made) -> bool:
        """Whether a step is the same execution of its line as the latest of its call: it goes on behind a call."""
        call = self._calls.get(step.frame.number)
        if call is None or self._latest[call].line != step.line or self._latest[call].begins:
            return False
        if before.frame is not step.frame:
            return True
        around = step.frame.lines.loops.get(step.line, ())
        return step.line == before.line and (not around or (step.frame.number, around[-1]) in self._headers)

    def _goes_its_way(self, step: Made, place: int) -> bool:
        """Whether Python's test leads where the step's does, as far as both are known."""
        taken = _test(step.frame, step.line, _following(self._lines, place))
        return taken is None or step.test is None or taken is bool(step.test)

    def _fits(self, step: Made, line: LoggedLine) -> bool:
        """Whether a line of the log may be what a step is."""
        frame, known = step.frame, self._calls.get(step.frame.number)
        if line.line != step.line or line.call.function is not frame.function or line.begins is not (known is None):
            return False
        if known is None:
            return frame.parent is None or line.call.caller is self._calls.get(frame.parent.number)
        pairs = ((slot.value, line.changed[slot.name]) for slot in step.slots if slot.name in line.changed)
        return known is line.call and not any(differ(value, other) for value, other in pairs)


@dataclass
class _Filling:
    """Puts steps between steps.

    Attributes:
        made: the graph's steps.
        lines: those of the log.
        contexts: the ways by which functions are called; changed.
        loops: the loops of the record.
        known: how many lines come before those that are Python's alone; None where none is.
        behind: the steps of these.
    """

    made: Sequence[Made]
    lines: Lines
    contexts: Contexts
    loops: Sequence[Loop]
    known: int | None = None
    _frames: dict[LoggedCall, Frame] = field(default_factory=dict)
    _alone: set[Frame] = field(default_factory=set)
    _done: list[Made] = field(default_factory=list)
    behind: list[Made] = field(default_factory=list)
    _calls: dict[int, LoggedCall] = field(default_factory=dict)  # by the number of a call of the steps
    _latest: dict[LoggedCall, int] = field(default_factory=dict)
    _steps: dict[int, list[Made]] = field(default_factory=dict)  # by the number of a line

    def __post_init__(self) -> None:
        self._ours = Counter((step.frame, step.line) for step in self.made)
        self._theirs = Counter((line.call, line.line) for line in self.lines)
        self._numbers = 1 + max((step.frame.number for step in self.made), default=0)

    def misses(self, places: Sequence[_Place], staged: Collection[tuple[int, int]]) -> bool:
        """Whether Python makes an iteration of a loop of the graph's that the graph does not make."""
        have = {place for place, own in places if own}
        for place, line in enumerate(self.lines):
            if place not in have and (line.call.function.index, line.line) in staged and not self._is_end(place):
                return True
        return False

    def filled(self, places: Sequence[_Place]) -> Iterator[Made]:
        """All steps, in order."""
        for step, (place, own) in zip(self.made, places, strict=True):
            if own:
                self._frames.setdefault(self.lines[place].call, step.frame)
        at = 0
        for step, (place, own) in zip(self.made, places, strict=True):
            yield from self._between(at, place)
            at = max(at, place + bool(own))
            if own is None:
                join(self._done[-1], step)
                continue
            self._done.append(step)
            self._note(step, place if own else None)
            yield step
        yield from self._between(at, len(self.lines))

    def _between(self, first: int, end: int) -> Iterator[Made]:
        for place in range(first, end):
            self._done.append(self._new(place))
            self._note(self._done[-1], place)
            yield self._done[-1]

    def _note(self, step: Made, place: int | None) -> None:
        """Note which line of the log a step is; None for the latest of its call, which goes on behind others."""
        number = step.frame.number
        if place is not None:
            self._calls[number] = self.lines[place].call
            self._latest[self._calls[number]] = place
        call = self._calls.get(number)
        if call is not None:  # else a library calls it
            self._steps.setdefault(self._latest[call], []).append(step)

    def lay(self) -> None:
        """Give the last step of each line Python's variables as they are after it."""
        unclear = {(self.lines[place].call, self.lines[place].line) for place in self._steps if self._is_unclear(place)}
        for place, steps in self._steps.items():
            line, names = self.lines[place], steps[-1].frame.lines.names
            for step in steps:
                step.is_laid, step.moment = True, None
            if (line.call, line.line) not in unclear:
                kept = {name: value for name, value in line.after.items() if name in names}
                steps[-1].moment = Moment(place, kept, [])

    def _is_unclear(self, place: int) -> bool:
        """Whether nobody knows which of a line's statements each of its steps is."""
        lines, steps = self.lines[place].call.function.lines, self._steps[place]
        return len(steps) > 1 and steps[-1].line in lines.crowded | lines.lost

    def _new(self, place: int) -> Made:
        line = self.lines[place]
        frame = self._frames.get(line.call) or self._enter(line.call)
        is_behind = self.known is not None and place >= self.known  # where nobody knows of rounds
        is_uncounted = is_behind or self._is_peeled(frame, line)
        at = (-1, 0) if is_uncounted else self._round(frame, line.line, is_end=self._is_end(place))
        step = Made(frame, line.line, *at, None, is_traced=True)
        step.test = _test(frame, line.line, _following(self.lines, place))
        if is_behind or frame in self._alone:
            step.known = line.changed
        self.behind += [step] * is_behind
        return step

    def _is_peeled(self, frame: Frame, line: LoggedLine) -> bool:
        """Whether a line is in a loop of which Python makes more iterations than the graph: which are the graph's?"""
        around = frame.lines.loops.get(line.line, ())
        if not around or not any(loop.region and loop.line == around[-1] for loop in self.loops):
            return False
        return 0 < self._ours[frame, around[-1]] < self._theirs[line.call, around[-1]]

    def _is_end(self, place: int) -> bool:
        """Whether a `for` finds no next element."""
        line, lines = self.lines[place].line, self.lines[place].call.function.lines
        return line in lines.targets and line not in lines.loops.get(_following(self.lines, place), ())

    def _enter(self, call: LoggedCall) -> Frame:
        """A call of which the graph has no step."""
        if call.caller is None or call.site is None:
            self._frames[call] = Frame(call.function)
            return self._frames[call]
        parent = self._frames[call.caller]
        context = self.contexts.setdefault((parent.context, call.site, call.function), len(self.contexts))
        line, number = parent.lines.start(call.site.line), self._numbers + len(self._alone)
        at = (*self._round(parent, line), None)
        self._frames[call] = Frame(call.function, number, context, parent, call.site, line, at, None)
        self._alone.add(self._frames[call])
        return self._frames[call]

    def _round(self, frame: Frame, line: int, *, is_end: bool = False) -> tuple[int, int]:
        """The loop that a line is in, and the round of it: as of the nearest step that is in it."""
        around = frame.lines.loops.get(line, ())
        if not around:
            return _outside(frame, self._done, self.made)
        for step in (*reversed(self._done), *self.made):
            if step.frame is frame and around[-1] == (frame.lines.loops.get(step.line) or (0,))[-1]:
                loop = self.loops[step.activation] if step.activation >= 0 else None
                ends = is_end and loop is not None and loop.line == line
                return step.activation, step.round + 1 if ends else step.round
        return _outside(frame, self._done, self.made)


def _following(lines: Lines, place: int) -> int:
    """The next line of the same call; 0 for none."""
    call = lines[place].call
    return next((lines[at].line for at in range(place + 1, len(lines)) if lines[at].call is call), 0)


def _outside(frame: Frame, done: Sequence[Made], made: Sequence[Made]) -> tuple[int, int]:
    """The round of the caller that a call is in."""
    steps = (step for step in (*done, *made) if step.frame is frame and not frame.lines.loops.get(step.line))
    step = next(steps, None)
    return frame.at[:2] if step is None else (step.activation, step.round)


def _test(frame: Frame, line: int, following: int) -> bool | None:
    """Which way a test goes."""
    statement = frame.function.statements.get(line)
    if not isinstance(statement, ast.If | ast.While) or statement.body[0].lineno == statement.lineno:
        return None
    return statement.body[0].lineno == following
