"""The one error tree. Every error has a stable id, the user's span, the cause and one remedy."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any

from nbgraph.core.spans import Span

TURN_ON_X64 = "turn on x64: `with jax.enable_x64(True):` around the call"
_CELL_FILE = re.compile(r"(?:ipykernel_\d+[\\/]\d+\.py|<ipython-input-(\d+)-[^>]*>)$")


_cell_names: list[Callable[[str], str | None]] = []


def use_cell_names(name: Callable[[str], str | None] | None) -> None:
    """Let a host name the cell of a file name, as `Cell In[3]`; None removes the host."""
    _cell_names[:] = [] if name is None else [name]


def cell_name(file: str) -> str | None:
    """Return the host's name of the cell compiled under a file name; None for other files, or without a host."""
    return next((name for ask in _cell_names if (name := ask(file)) is not None), None)


_PATH = re.compile(r"(?<![\w.~])(?:[A-Za-z]:)?[\\/](?:[^\s'\"<>:,()\\/]+[\\/])+([^\s'\"<>:,()\\/]+\.(?:pyc?|so|pyd))\b")


def without_paths(text: str) -> str:
    """Return a text with only the names of code files in place of their paths, and the host's names of cells.

    >>> without_paths("at /home/me/site-packages/jax/core.py:3, and '/tmp/lesson.py'")
    "at core.py:3, and 'lesson.py'"
    """
    return _PATH.sub(lambda found: cell_name(found[0]) or found[1], text)


def place(span: Span) -> str:
    """Return where a span is, in words: the file's name and the line, or the host's name of the cell.

    >>> place(Span("/home/me/lesson.py", 3, 4, 3, 9))
    'lesson.py, line 3'
    """
    if (cell := cell_name(span.file)) is not None:
        return f"{cell}, line {span.line}"
    if _CELL_FILE.search(span.file):
        return f"cell, line {span.line}"
    name = re.split(r"[\\/]", span.file)[-1]
    return f"{name}, line {span.line}"


def steps_of(trace: TracebackType | None) -> Iterator[TracebackType]:
    """Yield every step of a traceback, outermost first."""
    while trace is not None:
        yield trace
        trace = trace.tb_next


def frames_of(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a frame and those around it, innermost first."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def with_frames_of(trace: TracebackType | None, is_kept: Callable[[str], bool]) -> TracebackType | None:
    """Return a traceback with the frames of kept files only."""
    chain = None
    for step in reversed([step for step in steps_of(trace) if is_kept(step.tb_frame.f_code.co_filename)]):
        chain = TracebackType(chain, step.tb_frame, step.tb_lasti, step.tb_lineno)
    return chain


def excerpt(span: Span) -> str:
    """Return the user's line with carets under the span; "" when the source is not available."""
    text = linecache.getline(span.file, span.line).rstrip("\r\n")
    if not text:
        return ""
    end = span.end_column if span.end_line == span.line else len(text)
    stripped = text.lstrip()
    shift = len(text) - len(stripped)
    start = max(span.column - shift, 0)
    width = max(end - span.column, 1)
    return f"    {stripped}\n    {' ' * start}{'^' * width}"


MOST = 4
"""As many calls are named on the way to an error."""


class NbgraphError(Exception):
    """Base of all errors nbgraph raises about the user's program.

    >>> print(NbgraphError("`x` is traced", remedy="`jnp.where(x > 0, x, -x)`"))
    `x` is traced
    Write instead: `jnp.where(x > 0, x, -x)`
    [error]
    """

    id = "error"  # stable identifier, the anchor of the error's page in the documentation
    calls: tuple[tuple[str, Span], ...] = ()  # the user's calls that led there, innermost first, with their positions
    original = ""  # the error of Python's or JAX's that it explains, as "ValueError: its text" begins; "" for none

    def __init__(
        self,
        message: str,
        *,
        span: Span | None = None,
        remedy: str = "",
        variable: str | None = None,
        id: str | None = None,
    ) -> None:
        self.message = message  # what is wrong, naming the variable
        self.span = span  # where in the user's source; None only where no source exists
        self.remedy = remedy  # what to write instead, one sentence
        self.variable = variable  # the user's variable the error is about, or None
        if id is not None:
            self.id = id
        super().__init__(message, span)

    def __str__(self) -> str:
        parts = [self.message]
        if self.span is not None:
            parts[0] = f"{place(self.span)}: {self.message}"
            code = excerpt(self.span)
            if code:
                parts.append(code)
        if self.called_by:
            parts.append(f"    {self.called_by}")
        if self.remedy:
            parts.append(f"Write instead: {self.remedy}")
        parts.append(f"[{self.id}]")
        return "\n".join(parts)

    @property
    def called_by(self) -> str:
        """Return the chain of calls in words; "" where the error is in the function itself."""
        here = "" if self.span is None else self.span.file
        shown = [f"`{code}` in {f'line {at.line}' if at.file == here else place(at)}" for code, at in self.calls[:MOST]]
        return f"called by {', by '.join(shown)}{', ...' if len(self.calls) > MOST else ''}" if shown else ""

    def __reduce__(self) -> tuple[Any, ...]:  # keyword-only arguments do not survive the default protocol
        state = {name: value for name, value in vars(self).items() if not isinstance(value, TracebackType)}
        return (_rebuild, (type(self), self.message, state))


def _rebuild(cls: type[NbgraphError], message: str, state: dict[str, Any]) -> NbgraphError:
    error = cls(message)
    error.__dict__.update(state)
    Exception.__init__(error, message, error.span)
    return error


class SourceError(NbgraphError):
    """The source of the function cannot be found, or differs from the code that runs."""

    id = "source-not-found"


class ConversionError(NbgraphError):
    """The function is a generator or a coroutine: it runs in steps, and one graph cannot describe it."""

    id = "not-convertible"


class StagingError(NbgraphError):
    """A traced value reached an operation that a static graph cannot express."""

    id = "not-stageable"


class CallError(NbgraphError):
    """An argument holds something JAX can neither trace nor treat as static, or the magic's line does not parse.

    Examples of such arguments: a set next to other values, an open file, the same object of a class twice.
    """

    id = "bad-call"
