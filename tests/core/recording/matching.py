"""Where a record says something else than plain Python's lines.

The steps of a call are laid on the lines of one call of plain Python's, in order. A step lies on an execution of its
line; its variables must be so after that, and before the line comes again; a test must lead where Python goes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from nbgraph.core.recording.model import Recording, Step
from nbgraph.core.recording.summary import text_of
from nbgraph.core.recording.together import ADJOINT
from tests.core.recording.python_lines import Line, Told, Values

_FIGURES = 1e-4  # the graph counts with 32 bits
_AHEAD = 4_000  # lines after which nobody looks on
_MOST_CALLS = 12  # of one function in a row, which a called function's steps may be

Place = tuple[int, int]
"""The place of a line in its call, and of a state in it; -1 is what was before it."""


@dataclass
class Called:
    """A call in a record: its steps, and the calls between them."""

    way: int
    begun: int
    items: list[int | Called] = field(default_factory=list)


def wrong(run: Recording, calls: Sequence[Sequence[Line]], file: str) -> list[str]:
    """Each step that is not a position of plain Python's run, in order; or whose values or branch are not."""
    if not calls:
        return ["plain Python does not run"]
    return _Matching(run, calls, file).frame(_tree(run), 0)


def _tree(run: Recording) -> Called:
    root = Called(0, 0)
    stack = [root]
    for number, step in enumerate(run.steps):
        if (step.way, step.begun) != (0, 0) and step.begun == number:
            while stack[-1].way != run.ways[step.way].caller:
                stack.pop()
            stack.append(Called(step.way, number))
            stack[-2].items.append(stack[-1])
        while (stack[-1].way, stack[-1].begun) != (step.way, step.begun):
            stack.pop()
        stack[-1].items.append(number)
    return root


class _Matching:
    """One record beside one run."""

    def __init__(self, run: Recording, calls: Sequence[Sequence[Line]], file: str) -> None:
        self._run, self._calls = run, calls
        self._tests = dict(_bodies(file))

    def frame(self, called: Called, call: int) -> list[str]:
        """What is wrong with the steps of a call, if they are those of one of Python's."""
        found: list[str] = []
        graph: dict[str, str] = {}
        python: dict[str, str] = {}
        line, place, last = 0, (0, -1), call
        for index, item in enumerate(called.items):
            if isinstance(item, Called):
                more, fits = self._child(item, call, line, last)
                found += more
                if fits is not None:
                    last = fits
                    line = max(line, self._made_in(fits, call))
                    place = max(place, (line, -1))
                continue
            step = self._run.steps[item]
            for name, value in step.values:
                if name.startswith(ADJOINT):
                    continue  # Python has none: `test_way_back.py` holds them against differences
                graph.pop(name, None) if value is None else graph.update({name: value})
            for name, value in step.python:
                python.pop(name, None) if value is None else python.update({name: value})
            beside = any(isinstance(each, Called) for each in called.items[max(index - 1, 0) : index + 2])
            fit = self._fit(step, call, line, place, graph, python, partly=beside)
            if fit is None:
                found.append(f"step {item}, line {step.line} of {self._name(step)}: {graph}, {step.test}")
                line = next((at for at, _ in self._places(step, call, line, place)), line)
                place = max(place, (line, -1))
            else:
                line, place = fit
        return found

    def _name(self, step: Step) -> str:
        return self._run.functions[self._run.ways[step.way].function].name

    def _child(self, called: Called, call: int, line: int, last: int) -> tuple[list[str], int | None]:
        function = self._run.functions[self._run.ways[called.way].function]
        may = (
            number
            for number in range(last + 1, len(self._calls))
            if self._calls[number][0].function == function.name
            and self._calls[number][0].number == function.first
            and self._made_in(number, call) >= line
        )
        best: tuple[list[str], int | None] | None = None
        for number, _ in zip(may, range(_MOST_CALLS), strict=False):
            found = self.frame(called, number)
            if best is None or len(found) < len(best[0]):
                best = found, number
            if not found:
                break
        return best or ([f"step {called.begun}: Python does not call {function.name}"], None)

    def _made_in(self, number: int, call: int) -> int:
        """The place of the line of a call in which another one is made, directly or not; -1 if it is not."""
        caller = self._calls[number][0].caller
        while caller is not None and caller[0] != call:
            caller = self._calls[caller[0]][0].caller
        return -1 if caller is None else caller[1]

    def _places(self, step: Step, call: int, line: int, place: Place) -> Iterator[tuple[int, Line]]:
        """Where in a call a step may stand."""
        lines = self._calls[call]
        for at in range(line, min(len(lines), line + _AHEAD)):
            if (at == line or at >= place[0]) and _is_at(lines[at], step, is_head=at == 0):
                yield at, lines[at]

    def _fit(
        self,
        step: Step,
        call: int,
        line: int,
        place: Place,
        graph: dict[str, str],
        python: dict[str, str],
        *,
        partly: bool,
    ) -> tuple[int, Place] | None:
        for at, _ in self._places(step, call, line, place):
            if not self._goes(step, call, at):
                continue
            states = list(self._states(call, at, place, partly=partly))
            fits = (where for where, values in states if _are(graph, values))
            if (first := next(fits, None)) is not None and any(_are(python, values) for _, values in states):
                return at, first
        return None

    def _states(self, call: int, at: int, place: Place, *, partly: bool) -> Iterator[tuple[Place, Values]]:
        """The variables after a line, until it comes again."""
        lines = self._calls[call]
        for number in range(at, min(len(lines), at + _AHEAD)):
            line = lines[number]
            if number > at and line.number == lines[at].number:
                return
            if ((partly and number == at) or line.crowded) and place <= (number, -1):
                yield (number, -1), line.before
            last = len(line.states) - 1
            for each, values in enumerate(line.states):
                if (each == last or line.crowded or (partly and number == at)) and (number, each) >= place:
                    yield (number, each), values

    def _goes(self, step: Step, call: int, at: int) -> bool:
        lines, head = self._calls[call], step.line
        if step.test is None or head not in self._tests or lines[at].crowded:
            return True
        body, last = self._tests[head]
        following = next((line.number for line in lines[at + 1 :] if not head < line.number <= last), 0)
        return (following == body) is step.test


def _is_at(line: Line, step: Step, *, is_head: bool) -> bool:
    return line.number == step.line or (is_head and line.number < step.line <= line.number + 9)  # decorators


def _are(texts: dict[str, str], values: Values) -> bool:
    return all(name in values and same(text, values[name]) for name, text in texts.items())


def same(text: str, value: Any) -> bool:
    if isinstance(value, Told) and " at 0x" in value.text:
        return text.partition(" at 0x")[0] == value.text.partition(" at 0x")[0]
    if isinstance(value, Told):
        given, known = (each.partition("]")[0] for each in (text, value.text))
        if text == value.text or text == value.other:
            return True
        return text.startswith(("[", "(")) and (given == known or _are_near(given, known))
    if text == text_of(value):
        return True
    return _is_near(text, value)


def _are_near(one: str, other: str) -> bool:
    parts = [each.strip("[()").split(", ") for each in (one, other)]
    return len(parts[0]) == len(parts[1]) and all(
        a == b or _is_near(a, _number(b)) for a, b in zip(*parts, strict=True)
    )


def _number(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


def _is_near(text: str, value: Any) -> bool:
    if not isinstance(value, int | float | np.number):
        return False
    try:
        return bool(abs(float(text) - float(value)) <= _FIGURES * max(abs(float(value)), 1e-6))
    except ValueError:
        return False


def _bodies(file: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """The first line of each `if` and `while` → that of its block, and the last line of its test."""
    for each in ast.walk(ast.parse(Path(file).read_text())):
        if isinstance(each, ast.If | ast.While) and each.body[0].lineno > each.lineno:
            yield each.lineno, (each.body[0].lineno, each.test.end_lineno or each.lineno)
