"""The user's calls that are active while a graph is made: what a traceback shows when the graph raises later."""

from __future__ import annotations

import ast
import sys
import types
from dataclasses import dataclass
from typing import Any

from nbgraph.core.functionalise.blocks import BlockFunction
from nbgraph.core.pipeline import Converted
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.recorder import owner_of

TOP = "nbgraph.core.staging.program"  # who calls the outermost converted function


@dataclass(frozen=True)
class UserFrame:
    """One active call of a function of the user's.

    Attributes:
        name: the function's name.
        span: where it stands.
    """

    name: str
    span: Span


def user_frames(trace: types.TracebackType | None = None) -> tuple[UserFrame, ...]:
    """The user's active calls, outermost first, and those that a traceback adds to them.

    A block of converted code is part of the function it stands in, not a call.
    """
    inner: list[tuple[types.CodeType, int, int]] = []
    while trace is not None:
        inner.append((trace.tb_frame.f_code, trace.tb_lasti, trace.tb_lineno))
        trace = trace.tb_next
    outer: list[tuple[types.CodeType, int, int]] = []
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") != TOP:
        outer.append((frame.f_code, frame.f_lasti, frame.f_lineno))
        frame = frame.f_back
    found: list[tuple[types.CodeType, Span]] = []
    for code, instruction, line in (*reversed(outer), *inner):
        if is_user_file(code.co_filename):
            if found and _is_block(code) and owner_of(found[-1][0]) is owner_of(code):
                code = found.pop()[0]
            found.append((code, span_of(code, instruction, line)))
    return tuple(UserFrame(code.co_name, span) for code, span in found)


def span_of(code: types.CodeType, instruction: int, line: int) -> Span:
    """The place of an instruction in the user's source."""
    owner = owner_of(code)
    source = owner.parsed.source if owner is not None else SourceText.of_file(code.co_filename)
    place = next((p for i, p in enumerate(code.co_positions()) if i * 2 == instruction), (line, line, None, None))
    start, end, column, end_column = place
    if start is None or end is None or column is None or end_column is None:
        return Span(code.co_filename, line, 0, line, 0)
    return (source or SourceText(code.co_filename, ())).span(start, column, end, end_column)


def _is_block(code: types.CodeType) -> bool:
    owner = owner_of(code)
    return owner is not None and (code.co_name == "<lambda>" or code.co_name in _block_names(owner))


def _block_names(owner: Converted) -> set[str]:
    return {node.name for node in ast.walk(owner.node) if isinstance(node, BlockFunction)}


def raised_through(error: BaseException, frames: tuple[UserFrame, ...]) -> BaseException:
    """An exception with a traceback that leads through the user's calls and nothing else."""
    call: Any = None
    for frame in reversed(frames):
        call = _step(frame, error, call)
    try:
        if call is not None:
            call()
    except BaseException as raised:
        trace = raised.__traceback__
        while trace is not None and not is_user_file(trace.tb_frame.f_code.co_filename):
            trace = trace.tb_next
        return error.with_traceback(trace)
    return error


def _step(frame: UserFrame, error: BaseException, call: Any) -> Any:
    """Code that stands at a frame's place and raises the error, or makes the next call."""
    place = _bytes_of(frame.span)
    name = ast.Name("error" if call is None else "call", ast.Load(), **place)
    statement = (
        ast.Raise(name, None, **place) if call is None else ast.Expr(ast.Call(name, [], [], **place), **place)
    )
    code = compile(ast.Module([statement], []), frame.span.file, "exec").replace(co_name=frame.name)
    return lambda: exec(code, {"error": error, "call": call})


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

