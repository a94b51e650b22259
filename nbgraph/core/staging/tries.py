"""Exceptions of run time inside a `try`: refused where Python might catch them, since no handler can run by then."""

from __future__ import annotations

import ast
import contextlib
import sys
import types
from collections.abc import Iterator
from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.source.environment import UNKNOWN, Environment
from nbgraph.core.spans import Span
from nbgraph.core.staging.recorder import owner_of
from nbgraph.core.staging.user_frames import TOP


class RaiseInTryError(StagingError):
    """A `raise` under a traced condition inside a `try`: which handler runs would only be known at run time."""

    id = "raise-in-try"


def refuse_in_try(kind: type[BaseException], span: Span, trace: types.TracebackType | None = None) -> None:
    """Refuse an exception of run time that a `try` around the active calls might catch.

    Args:
        kind: the exception's class.
        span: where it is raised.
        trace: further calls, which have ended already.

    Raises:
        RaiseInTryError: see there.
    """
    if any(_may_catch(kind, code, line) for code, line in _active(trace)):
        raise RaiseInTryError(
            f"this {kind.__name__} is raised at run time only, inside a `try` that might catch it",
            span=span,
            remedy="set a variable here instead, and test it where the `except` is",
        )


def _active(trace: types.TracebackType | None) -> Iterator[tuple[types.CodeType, int]]:
    """The code and the line of every active call since the outermost converted function."""
    while trace is not None:
        yield trace.tb_frame.f_code, trace.tb_lineno
        trace = trace.tb_next
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") != TOP:
        yield frame.f_code, frame.f_lineno
        frame = frame.f_back


def _may_catch(kind: type[BaseException], code: types.CodeType, line: int) -> bool:
    owner = owner_of(code)
    if owner is None:
        return False
    environment = Environment.of(owner.original)
    for node in ast.walk(owner.parsed.node):
        if isinstance(node, ast.Try | ast.TryStar):
            caught = [handler.type for handler in node.handlers]
        elif isinstance(node, ast.With):
            caught = [part for item in node.items for part in _suppressed(item.context_expr, environment)]
        else:
            continue
        inside = node.body[0].lineno <= line <= (node.body[-1].end_lineno or 0)
        if inside and any(_catches(each, kind, environment) for each in caught):
            return True
    return False


def _suppressed(manager: ast.expr, environment: Environment) -> list[ast.expr]:
    """What `with contextlib.suppress(...)` catches."""
    if isinstance(manager, ast.Call) and environment.resolve(manager.func) is contextlib.suppress:
        return manager.args
    return []


def _catches(node: ast.expr | None, kind: type[BaseException], environment: Environment) -> bool:
    """Whether a handler for `node` might catch an exception of a kind."""
    if node is None:
        return True
    if isinstance(node, ast.Tuple):
        return any(_catches(part, kind, environment) for part in node.elts)
    known: Any = environment.resolve(node)
    if known is UNKNOWN:
        return True
    return any(issubclass(kind, each) for each in (known if isinstance(known, tuple) else (known,)))
