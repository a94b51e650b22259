"""What plain Python does, line by line, and where a record says something else: the oracle of the stepper's tests."""

from __future__ import annotations

import ast
import copy
import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax
import numpy as np

from nbgraph.core.recording.digest import digest, text_of
from nbgraph.core.recording.model import Recording, Step

_FIGURES = 1e-4  # the graph counts with 32 bits


@dataclass
class Line:
    """One line that Python ran.

    Attributes:
        function: the name of its function.
        number: the line; of a call, that of its `def`.
        call: which call it is part of.
        after: the variables of that call after it.
        until: the number of the next line of the same call, or of its end.
    """

    function: str
    number: int
    call: int
    after: dict[str, Any] = field(default_factory=dict)
    until: int = 0


def python_lines(function: Callable[..., Any], arguments: Sequence[Any], file: str) -> list[Line]:
    """Every line of a file that a call runs, with the values after it."""
    found: list[Line] = []
    calls: dict[types.FrameType, int] = {}
    latest: dict[int, Line] = {}

    def close(frame: types.FrameType) -> None:
        line = latest[calls[frame]]
        line.after = {name: _kept(value) for name, value in frame.f_locals.items() if _is_plain(value)}
        line.until = len(found)

    def begin(frame: types.FrameType, number: int) -> None:
        latest[calls[frame]] = Line(frame.f_code.co_name, number, calls[frame])
        found.append(latest[calls[frame]])

    def inside(frame: types.FrameType, event: str, argument: Any) -> Any:
        if event in ("line", "return"):
            close(frame)
        if event == "line":
            begin(frame, frame.f_lineno)
        return inside

    def called(frame: types.FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        calls[frame] = len(calls)
        begin(frame, frame.f_code.co_firstlineno)
        return inside

    given = [np.array(each) if hasattr(each, "shape") else copy.deepcopy(each) for each in arguments]
    before = sys.gettrace()
    sys.settrace(called)
    try:
        function(*given)
    except Exception:  # a program may end so
        pass
    finally:
        sys.settrace(before)
    return found


def _is_plain(value: Any) -> bool:
    is_array = isinstance(value, jax.Array) and not isinstance(value, jax.core.Tracer)
    return is_array or isinstance(value, bool | int | float | np.ndarray | np.generic | list | tuple)


def _kept(value: Any) -> Any:
    return np.array(value)[()] if isinstance(value, jax.Array) else copy.deepcopy(value)


def wrong(run: Recording, lines: Sequence[Line], file: str) -> list[str]:
    """Each step that is not a position of plain Python's run, in order; or whose values or branch are not."""
    tests = _bodies(file)
    heads = {line.call: at for at, line in reversed(list(enumerate(lines)))}
    found: list[str] = []
    at = 0
    for number, step in enumerate(run.steps):
        name = run.functions[run.ways[step.way].function].name
        state = {each: value for each, value in run.at(number).items() if value is not None}
        places = [
            i
            for i, line in enumerate(lines)
            if line.function == name and (i >= at or line.until >= at) and _is_at(line, step, heads[line.call] == i)
        ]
        fitting = [i for i in places if _fits(lines, i, state) and _goes(lines, i, step, tests)]
        if not fitting:
            found.append(f"step {number}, line {step.line} of {name}: {step.values}, {step.test}")
        at = max(at, min(fitting or places, default=at))
    return found


def _is_at(line: Line, step: Step, is_head: bool) -> bool:
    return line.number == step.line or (is_head and line.number < step.line <= line.number + 2)  # decorators


def _fits(lines: Sequence[Line], begin: int, state: dict[str, str]) -> bool:
    """Whether the variables are so somewhere from a line on, in the same call."""
    later = (line.after for line in lines[begin:] if line.call == lines[begin].call)
    return any(all(name in after and _same(text, after[name]) for name, text in state.items()) for after in later)


def _goes(lines: Sequence[Line], at: int, step: Step, tests: dict[int, int]) -> bool:
    if step.test is None or step.line not in tests:
        return True
    following = next((line.number for line in lines[at + 1 :] if line.call == lines[at].call), 0)
    return (following == tests[step.line]) is step.test


def _same(text: str, value: Any) -> bool:
    if isinstance(value, list | tuple | np.ndarray):
        given, known = (each.partition("]")[0] for each in (text, text_of(digest(value))))
        return given == known or text == str(value)
    if text == text_of(value):
        return True
    return isinstance(value, float | np.floating) and abs(float(text) - value) <= _FIGURES * abs(value)


def _bodies(file: str) -> dict[int, int]:
    """The first line of each `if` and `while` → that of its block, where that is another."""
    tests = (each for each in ast.walk(ast.parse(Path(file).read_text())) if isinstance(each, ast.If | ast.While))
    return {each.lineno: each.body[0].lineno for each in tests if each.body[0].lineno > each.lineno}
