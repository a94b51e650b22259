"""Find the user's calls that are active while a graph is made, for the traceback when the graph raises later."""

from __future__ import annotations

import ast
import functools
import itertools
import sys
import types
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from nbgraph.core.errors import frames_of, steps_of
from nbgraph.core.functionalise.sites import Place
from nbgraph.core.records import dataclass
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace.recorder import owner_of

TOP = "nbgraph.core.staging.frames.program"  # the module that calls the outermost converted function
_MOST_ENDS = 50  # calls at each end of a deep recursion that a traceback shows


@dataclass(frozen=True)
class UserFrame:
    """One active call of a function of the user's."""

    name: str  # the function's name
    span: Span  # the position in it that runs now
    names: dict[str, Any]  # its globals


def user_frames(trace: types.TracebackType | None = None) -> tuple[UserFrame, ...]:
    """Return the user's active calls, outermost first, followed by those of a traceback.

    A block of converted code is part of its function, not a call.
    """
    inner: list[types.FrameType | types.TracebackType] = [*steps_of(trace)]
    outer: list[types.FrameType | types.TracebackType] = [*frames_within(sys._getframe(1))]
    found: list[tuple[types.CodeType, UserFrame]] = []
    for step in (*reversed(outer), *inner):
        if is_user_file((step.tb_frame.f_code if isinstance(step, types.TracebackType) else step.f_code).co_filename):
            code, names, span = _read(step)
            if found and is_block(code) and owner_of(found[-1][0]) is owner_of(code):
                code = found.pop()[0]
            found.append((code, UserFrame(code.co_name, span, names)))
    return tuple(frame for _, frame in found)


def frames_within(frame: types.FrameType) -> Iterator[types.FrameType]:
    """Yield a frame and its callers, up to the outermost call of converted code."""
    return itertools.takewhile(lambda each: each.f_globals.get("__name__") != TOP, frames_of(frame))


def left(frames: tuple[UserFrame, ...]) -> tuple[UserFrame, ...]:
    """Return those of the frames, at which an error was raised, that are no longer active."""
    active = user_frames()
    same = (one.span == other.span and one.name == other.name for one, other in zip(frames, active, strict=False))
    return frames[sum(itertools.takewhile(bool, same)) :]


def _read(step: types.FrameType | types.TracebackType) -> tuple[types.CodeType, dict[str, Any], Span]:
    if isinstance(step, types.TracebackType):
        code = step.tb_frame.f_code
        return code, step.tb_frame.f_globals, span_of(code, step.tb_lasti, step.tb_lineno)
    return step.f_code, step.f_globals, span_of(step.f_code, step.f_lasti, step.f_lineno)


def span_of(code: types.CodeType, instruction: int, line: int) -> Span:
    """Return the position of an instruction in the user's source."""
    owner = owner_of(code)
    source = owner.parsed.source if owner is not None else SourceText.of_file(code.co_filename)
    place = next(itertools.islice(code.co_positions(), instruction // 2, None), (line, line, None, None))
    start, end, column, end_column = place
    if start is None or end is None or column is None or end_column is None:
        return Span(code.co_filename, line, 0, line, 0)
    return (source or SourceText(code.co_filename, ())).span(start, column, end, end_column)


def is_block(code: types.CodeType) -> bool:
    """Whether code is that of a block, which stands for statements of the user's."""
    owner = owner_of(code)
    return owner is not None and (code.co_name == "<lambda>" or code.co_name in owner.blocks)


def raised_through(error: BaseException, frames: tuple[UserFrame, ...]) -> BaseException:
    """Give an exception a traceback that shows the user's calls only; return it."""
    try:
        _through(frames, "raise it", error)
    except BaseException as raised:
        steps = (step for step in steps_of(raised.__traceback__) if is_user_file(step.tb_frame.f_code.co_filename))
        return error.with_traceback(next(steps, None))
    return error


def called_through(frames: tuple[UserFrame, ...], function: Callable[[], Any]) -> None:
    """Call a function that inspects its callers, as if called from these frames."""
    if not frames:
        function()
    _through(frames, "it()", function)


def _through(frames: tuple[UserFrame, ...], last: str, it: Any) -> None:
    """Run a statement as if it stood at the innermost frame's position, called from the positions of the others.

    Of a deep recursion only the first and last calls are used, as each takes two calls here.
    """
    frames = frames if len(frames) <= 2 * _MOST_ENDS else (*frames[:_MOST_ENDS], *frames[-_MOST_ENDS:])
    for position, frame in enumerate(reversed(frames)):
        it = functools.partial(exec, _at(frame, last if position == 0 else "it()"), frame.names, {"it": it})
    if frames:
        it()


def _at(frame: UserFrame, statement: str) -> types.CodeType:
    place = _bytes_of(frame.span)
    tree = ast.parse(statement)
    for node in ast.walk(tree):
        for name in node._attributes:
            setattr(node, name, place[name])
    return compile(tree, frame.span.file, "exec").replace(co_name=frame.name)


def _bytes_of(span: Span) -> dict[str, Any]:
    lines = SourceText.of_file(span.file)

    def column(line: int, characters: int) -> int:
        known = lines is not None and 0 < line <= len(lines.lines)
        return len(lines.lines[line - 1][:characters].encode()) if lines is not None and known else characters

    return {
        "lineno": span.line,
        "col_offset": column(span.line, span.column),
        "end_lineno": span.end_line,
        "end_col_offset": column(span.end_line, span.end_column),
    }


@lru_cache(maxsize=1024)
def at_place(file: str, place: Place) -> Callable[[Callable[[], Any]], Any]:
    """Return a function that calls another one so that JAX and tracebacks see this position as the caller.

    >>> import sys
    >>> def which():
    ...     code, at = sys._getframe(1).f_code, sys._getframe(1).f_lasti
    ...     return code.co_filename, list(code.co_positions())[at // 2]
    >>> at_place("cell", (3, 3, 8, 9))(which)
    ('cell', (3, 3, 8, 9))
    """
    line, end_line, column, end_column = place
    work = ast.Name("work", ast.Load())
    parameters = ast.arguments([], [ast.arg("work")], None, [], [], None, [])
    calling = ast.Lambda(parameters, ast.Call(work, [], []))
    for node in ast.walk(calling):
        if isinstance(node, ast.expr | ast.arg):
            node.lineno, node.end_lineno, node.col_offset, node.end_col_offset = line, end_line, column, end_column
    made: Callable[[Callable[[], Any]], Any] = eval(compile(ast.Expression(calling), file, "eval"))
    return made
