"""What plain Python does, line by line: the oracle of the stepper's tests."""

from __future__ import annotations

import ast
import copy
import sys
import types
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax
import numpy as np

from nbgraph.core.recording.summary import summary, text_of

Values = dict[str, Any]


@dataclass
class Line:
    """One line that Python ran.

    Attributes:
        function: the name of its function.
        number: the line; of a call, that of its `def`.
        call: which call it is part of.
        before: the variables of that call before it.
        states: what they were meanwhile: where a call that it makes begins and ends, after each statement of a line
            with several; at last, after it.
        caller: where that call was made: its call and the place of its line in that; None for the first.
        crowded: whether several statements stand in the line.
    """

    function: str
    number: int
    call: int
    before: Values = field(default_factory=dict)
    states: list[Values] = field(default_factory=list)
    caller: tuple[int, int] | None = None
    crowded: bool = False


def python_lines(function: Callable[..., Any], arguments: Sequence[Any], file: str) -> list[list[Line]]:
    """Every line of a file that a call runs, with the values after it, call by call in the order of their begin."""
    given = [each if isinstance(each, jax.Array) else copy.deepcopy(each) for each in arguments]
    calls, error = _watched(function, given, file)
    if isinstance(error, TypeError) and "JAX arrays are immutable" in str(error):
        calls, _ = _watched(function, [np.array(each) if hasattr(each, "shape") else each for each in given], file)
    return calls


def _watched(
    function: Callable[..., Any], arguments: Sequence[Any], file: str
) -> tuple[list[list[Line]], Exception | None]:
    watch, before = _Watch(file), sys.gettrace()
    sys.settrace(watch.called)
    try:
        with jax.disable_jit():  # what JAX is handed runs on values, too
            function(*arguments)
    except Exception as error:  # a program may end so
        return watch.calls, error
    finally:
        sys.settrace(before)
    return watch.calls, None


class _Watch:
    """The trace function of one run."""

    def __init__(self, file: str) -> None:
        self.calls: list[list[Line]] = []
        self._file = file
        self._numbers: dict[types.FrameType, int] = {}
        self._crowded = _crowded(file)

    def called(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != self._file:
            return None
        caller = frame.f_back
        while caller is not None and caller not in self._numbers:
            caller = caller.f_back
        if frame in self._numbers:  # a generator goes on
            self._look(caller)
            return self._inside
        self._look(caller)
        number = self._numbers[frame] = len(self.calls)
        at = None if caller is None else (self._numbers[caller], len(self._of(caller)) - 1)
        first = Line(frame.f_code.co_name, frame.f_code.co_firstlineno, number, _kept(frame), caller=at)
        self.calls.append([first])
        frame.f_trace_opcodes = any(line in self._crowded for *_, line in frame.f_code.co_lines())
        return self._inside

    def _of(self, frame: types.FrameType) -> list[Line]:
        return self.calls[self._numbers[frame]]

    def _look(self, frame: types.FrameType | None) -> None:
        """Keep the variables of the line that a call is in, if they are others by now."""
        while frame is not None and frame in self._numbers:
            line, values = self._of(frame)[-1], _kept(frame)
            if _texts(values) != _texts(line.states[-1] if line.states else line.before):
                line.states.append(values)
            frame = frame.f_back

    def _inside(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        lines = self._of(frame)
        if event == "opcode":
            if lines[-1].crowded:
                self._look(frame)
            return self._inside
        if event in ("line", "return"):
            lines[-1].states.append(_kept(frame))
        if event == "line":
            crowded = frame.f_lineno in self._crowded
            lines.append(
                Line(frame.f_code.co_name, frame.f_lineno, lines[0].call, lines[-1].states[-1], crowded=crowded)
            )
        if event == "return":
            self._look(frame.f_back)
        return self._inside


def _crowded(file: str) -> set[int]:
    """The lines in which several statements begin."""
    found: dict[int, int] = defaultdict(int)
    for node in ast.walk(ast.parse(Path(file).read_text())):
        if isinstance(node, ast.stmt):
            found[node.lineno] += 1
    return {line for line, count in found.items() if count > 1}


def _kept(frame: types.FrameType) -> Values:
    return {name: _copied(value) for name, value in frame.f_locals.items()}


def _copied(value: Any) -> Any:
    """A value as it is now: itself, if it is a number; else what a record would say of it."""
    while isinstance(value, jax.core.Tracer):  # of a function that is differentiated: what it looks at
        if (value := getattr(value, "primal", None)) is None:
            return "a tracer"
    if isinstance(value, bool | int | float | np.generic):
        return value
    if isinstance(value, jax.Array | np.ndarray) and value.ndim == 0:
        return np.array(value)[()]
    return Told(text_of(summary(value)), isinstance(value, list | tuple), str(value) if _is_small(value) else "")


def _is_small(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) < 20


@dataclass(frozen=True)
class Told:
    """What a record would say of a value that is no number."""

    text: str
    is_list: bool
    other: str


def _texts(values: Values) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}
