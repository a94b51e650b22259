"""The plain Python run of the same call, line by line: what its variables were wherever the graph's record stands."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice
from typing import Any

from nbgraph.core.recording.digest import digest
from nbgraph.core.recording.functions import Function
from nbgraph.core.recording.line_log import LineLog, both
from nbgraph.core.recording.made import END, Chain, Key
from nbgraph.core.recording.moments import Moment, PythonRun
from nbgraph.core.recording.mute import muted
from nbgraph.core.spans import Span
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.cap import TimeLimitError, within
from nbgraph.core.timing.reference import assigns_in_place
from nbgraph.core.timing.shown import raised

_MOST_BETWEEN = 200
_MOST_BESIDES = 4_000  # lines that the graph has no operation for, of which the variables are kept
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def run_python(
    function: Callable[..., Any],
    code: types.CodeType,
    arguments: Arguments,
    functions: Sequence[Function],
    *,
    wanted: Collection[Key],
    staged: Collection[tuple[int, int]],
    seconds: float,
    log: LineLog,
) -> PythonRun:
    """Run a call and look at it.

    Args:
        function: the plain function.
        code: its own code.
        arguments: the call's; the run gets copies.
        functions: the function, and those it calls that are followed.
        wanted: the moments to look at.
        staged: the loops whose rounds the keys count, by the function's number and the first line; others are Python's
            own in both runs.
        seconds: how long to look.
        log: is told each line, of every function.
    """
    asked = frozenset(wanted), frozenset(staged)
    watch = _Watch(code, functions, *asked)
    try:
        try:
            watch.run.result = within(seconds, "plain Python", watch.watched(arguments.call(function), log))
        except TypeError as error:
            if not assigns_in_place(error):
                raise
            watch = _Watch(code, functions, *asked)
            log.clear()
            call = arguments.on_copies().call(function)
            watch.run.result = within(seconds, "plain Python", watch.watched(call, log))
    except TimeLimitError as error:
        watch.run.end, watch.run.lines = None, {}
        watch.run.stopped = f"{error}."
    except Exception as error:  # the user's function may raise anything
        watch.run.end = None
        watch.run.raised_at = watch.here
        watch.run.stopped = f"Plain Python raises {raised(error).removesuffix('.')}."
    return watch.run


class _Watch:
    """The trace function of one run.

    Attributes:
        run: what was seen.
        wanted: the moments to look at.
        asked: the rounds and lines of these.
        listed: the lines of these.
        here: the rounds and the line that the shown function is in.
    """

    def __init__(
        self,
        code: types.CodeType,
        functions: Sequence[Function],
        wanted: frozenset[Key],
        staged: frozenset[tuple[int, int]],
    ) -> None:
        self.wanted = wanted
        self.asked = frozenset((chain, line) for chain, line, _ in wanted)
        self.chains = frozenset(chain for chain, _, _ in wanted)
        self.listed = frozenset(line for _, line, _ in wanted)
        self.run = PythonRun(listed=self.listed, staged=staged)
        self._code, self._root = code, functions[0]
        self._called = {each.code_key: each for each in functions[1:]}
        self._staged = {each.index: frozenset(line for at, line in staged if at == each.index) for each in functions}
        self._calls: list[_Call] = []
        self._begun = False
        self.time = 0
        self.besides = 0
        self.here: tuple[Chain, int] = ((), 0)
        self._sites: dict[tuple[types.CodeType, int], Span | None] = {}

    def watched(self, call: Callable[[], Any], log: LineLog) -> Callable[[], Any]:
        """A call that is looked at while it runs."""

        def traced() -> Any:
            before = sys.gettrace()
            with muted():
                sys.settrace(both(self.entered, log.entered))
                try:
                    return call()
                finally:
                    sys.settrace(before)

        return traced

    def entered(self, frame: types.FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        """A function is called: the first call of ours is followed, and what is called from followed ones."""
        code = frame.f_code
        if not self._begun:
            if code is not self._code:
                return None
            self._begun = True
            return self._followed(self._root, ())
        name = (code.co_filename, code.co_name, code.co_firstlineno)
        function = self._called.get(name)
        self.run.entered[name] += function is not None
        caller = self._calls[-1] if self._calls else None
        back = frame.f_back
        if function is None or caller is None or caller.frame not in (back, _around(back)):
            return None
        site = self._site(caller, back)
        if site is None:
            return None
        number = self.run.counts[caller.chain, site]
        self.run.counts[caller.chain, site] += 1
        return self._followed(function, (*caller.chain, (site, number)))

    def _followed(self, function: Function, begins: Chain) -> Callable[..., Any]:
        return _Call(self, function, begins, self._staged[function.index]).inside

    def begin(self, call: _Call) -> None:
        """A call begins."""
        self._calls.append(call)
        self.run.calls.append(call.moments)

    def end(self, call: _Call) -> None:
        """A call is over."""
        if call in self._calls:
            del self._calls[self._calls.index(call) :]
        if not call.begins and self.run.end is None:
            self.run.end = call.moment()

    def _site(self, caller: _Call, frame: types.FrameType | None) -> Span | None:
        """Where a followed function, or a comprehension in it, is calling now."""
        assert frame is not None
        key = frame.f_code, frame.f_lasti
        if key not in self._sites:
            line, end_line, column, end_column = next(islice(key[0].co_positions(), key[1] // 2, None))
            if line is None or end_line is None or column is None or end_column is None:
                self._sites[key] = None
            else:
                self._sites[key] = caller.function.source.span(line, column, end_line, end_column)
        return self._sites[key]


def _around(frame: types.FrameType | None) -> types.FrameType | None:
    """The frame that a comprehension is in: before Python 3.12 it has one of its own."""
    return frame.f_back if frame is not None and frame.f_code.co_name in _COMPREHENSIONS else None


class _Call:
    """One call that is followed, line by line.

    Attributes:
        function: what is called.
        frame: Python's frame; None before its first event.
        begins: what the places in it begin with.
        chain: the same with the rounds that it is in.
    """

    def __init__(self, watch: _Watch, function: Function, begins: Chain, staged: frozenset[int]) -> None:
        self.function, self.begins, self.chain = function, begins, begins
        self.frame: types.FrameType | None = None
        self._watch, self._lines, self._staged = watch, function.lines, staged
        self.moments: list[Moment] = []
        self._loops: list[list[int]] = []
        self._last = 0
        self._header: tuple[int, Chain] = (0, ())
        self._between: list[int] = []
        self._gap = False

    def inside(self, frame: types.FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        """What happens in it."""
        if self.frame is None:
            self.frame = frame
            self._watch.begin(self)
        if event == "line":
            self._line(frame)
        elif event == "return":
            self._exhaust(0)
            key = (self.begins, END, 0)
            if key in self._watch.wanted:
                self._watch.run.moments[key] = self.moment(key)
            self._watch.end(self)
        return self.inside

    def _line(self, frame: types.FrameType) -> None:
        start = self._lines.start(frame.f_lineno)
        self._exhaust(start)
        around = self._lines.loops.get(start, ())
        is_header = bool(around) and around[-1] == start
        if start == self._last and not is_header and frame.f_lineno != start:
            return  # a statement over several lines
        self._last = start
        self._enter(around, is_header)
        watch = self._watch
        if not self.begins:
            watch.here = self.chain, start
        if start in self._lines.targets and start not in self._staged and start not in self._lines.lost:
            self._header = start, self.chain
        moment = self._moment_before(start)
        if self.chain in watch.chains:
            watch.run.lines.setdefault(self.chain, []).append(start)
            watch.run.seen.setdefault(self.chain, []).append(moment)

    def _moment_before(self, line: int) -> Moment | None:
        """What its variables are before a line, if that is asked for."""
        watch, chain = self._watch, self.chain
        if chain in watch.chains or (chain, line) in watch.asked:
            key = (chain, line, watch.run.counts[chain, line])
            watch.run.counts[chain, line] += 1
            if key in watch.wanted:
                watch.run.moments[key] = self.moment(key)
                return watch.run.moments[key]
            if chain in watch.chains and watch.besides < _MOST_BESIDES:
                watch.besides += 1
                return self.moment(key)
        if line not in watch.listed and len(self._between) < _MOST_BETWEEN:
            self._between.append(line)
        self._gap = self._gap or line not in self._lines.targets  # where a `for` ends, nothing is changed
        return None

    def _exhaust(self, line: int) -> None:
        """A `for` that Python alone makes has no next element where no line of its body follows: it gets no value."""
        header, chain = self._header
        self._header = 0, ()
        if not header or header in self._lines.loops.get(line, ()):
            return
        run = self._watch.run
        if (chain, header) in self._watch.asked or chain in self._watch.chains:
            run.counts[chain, header] -= 1
        if chain in self._watch.chains:
            run.lines[chain].pop()
            run.ended.setdefault(chain, {}).setdefault(len(run.lines[chain]) - 1, header)
            moment = run.seen[chain].pop()
            if moment is not None and moment.key not in self._watch.wanted:
                self.moments.remove(moment)
                self._between = moment.between

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
            self.chain = (*self.begins, *((line, number) for line, number in loops if line in self._staged))

    def moment(self, key: Key | None = None) -> Moment:
        """What its variables are now."""
        watch = self._watch
        values: Mapping[str, Any] = {} if self.frame is None else self.frame.f_locals
        kept = {name: digest(value) for name, value in values.items() if name in self._lines.names}
        made = Moment(len(watch.run.moments), kept, self._between, watch.time, key)
        if self.moments and not self._gap:
            self.moments[-1].follows = made
        self.moments.append(made)
        watch.time += 1
        self._between, self._gap = [], False
        return made
