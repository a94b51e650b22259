"""Stage calls that act on the host, in order and only on the path taken: `print`, logs, warnings, sleep."""

from __future__ import annotations

import contextlib
import contextvars
import functools
import logging
import sys
import time
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import jax

from nbgraph.core._jax import under_trace
from nbgraph.core.keys import in_callback
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.deferred import Deferred
from nbgraph.core.staging.lists.orders import Ordered, holds_order
from nbgraph.core.staging.lists.results import released
from nbgraph.core.staging.strings import written
from nbgraph.core.staging.trace import context, implications, recorder
from nbgraph.core.staging.trace.user_frames import called_through, user_frames

_LOGS = frozenset(("debug", "info", "warning", "warn", "error", "critical", "fatal", "exception", "log"))
_STREAMS = ("stdout", "stderr")
_heard: contextvars.ContextVar[list[str] | None] = contextvars.ContextVar("nbgraph_heard", default=None)


def print_(*values: Any, sep: str | None = " ", end: str | None = "\n", file: Any = None, flush: bool = False) -> None:
    """Implement `print`: inside a graph it acts at run time, in order, only on the path taken."""
    if not under_trace():
        print(*values, sep=sep, end=end, file=file, flush=flush)
        return
    values = tuple(map(written.printed, values))
    log = context.here().log
    redirected = log is not None and sys.stdout is not log.stdout  # by the user's code, for a time
    if redirected and file is None:
        file = sys.stdout
    stream = "" if redirected and file is sys.stdout else _standard(file)
    if file is not None and not stream and log is not None:
        log.printed_to.append(file)

    def on_host(parts: tuple[Any, ...], between: Any, last: Any) -> None:
        print(*parts, sep=between, end=last, file=getattr(sys, stream) if stream else file, flush=flush)

    act(on_host, values, sep, end, printed=printed_text)


def refuse_printed_to(owner: Any) -> None:
    """Refuse to read a stream to which the graph prints, as it gets the string at run time."""
    log = context.here().log
    if log is not None and any(owner is stream for stream in log.printed_to):
        raise recorder.refusal(
            f"`print` writes to this {type(owner).__name__} when the graph runs, and it is asked here before that",
            'the text itself, as `text = f"{x}"`; or ask outside, after the call',
            id="object-changed",
        )


def printed_text(parts: tuple[Any, ...], between: Any, last: Any) -> str:
    """Return the string that `print` writes, without the newline at its end."""
    return (" " if between is None else between).join(map(str, parts)) + ("" if last in (None, "\n") else last)


@contextlib.contextmanager
def hearing() -> Iterator[list[str]]:
    """Collect what the callbacks of `act` inside would print, without printing it."""
    heard: list[str] = []
    token = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(token)


def is_act(callback: Any) -> bool:
    """Whether a callback in a traced program, as JAX wraps it, was made by `act`."""
    cells = getattr(callback, "__closure__", None) or ()
    inner = [cell.cell_contents for cell in cells if callable(getattr(cell, "cell_contents", None))]
    return getattr(callback, "__module__", "") == __name__ or any(map(is_act, inner))


def act(on_host: Callable[..., Any], *arguments: Any, printed: Callable[..., str] | None = None) -> None:
    """Call a function when the graph runs, with the arguments as Python has them.

    It is not called after a failed check, nor on the branch not taken of a batched condition.

    Args:
        printed: returns the string that the call prints, from the same arguments; None if it prints none.
    """
    late, known = Deferred.of(tuple(map(Ordered.of, arguments)) if holds_order(arguments) else arguments)
    dtypes = [value.dtype for value in known]
    scope = context.here().effects
    if scope is not None:
        scope.acts = True
    _note_act()

    def run(taken: Any, *known: Any) -> None:
        if taken:
            filled = released(late.filled(map(in_callback, dtypes, known)))
            if (heard := _heard.get()) is not None:
                heard.append("" if printed is None else printed(*filled))
                return
            ready = functools.partial(on_host, *filled)
            ready() if scope is None else scope.print(ready)

    jax.debug.callback(run, effects.may_act() & implications.path(), *known, ordered=True)


def _note_act() -> None:
    if (log := context.here().log) is not None:
        log.acts += 1


def host_version(function: Any) -> Callable[..., None] | None:
    """Return the staged version of a function that only logs, warns, writes or waits; None for any other."""
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if name == "write" and (stream := _standard(owner)):
        return lambda text: act(lambda text: getattr(sys, stream).write(text), text)
    if function is time.sleep:
        return functools.partial(act, time.sleep)
    if function is warnings.warn or _logs(function, owner, name):
        return functools.partial(_from_the_users_line, function)
    return None


def _logs(function: Any, owner: Any, name: str) -> bool:
    if name not in _LOGS:
        return False
    if isinstance(function, types.MethodType):
        return isinstance(owner, logging.Logger | logging.LoggerAdapter)
    return getattr(function, "__module__", "") == "logging"


def _from_the_users_line(function: Any, *arguments: Any, **keywords: Any) -> None:
    """Stage a log or warning, which names the line of its caller."""
    frames = user_frames()

    def on_host(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        called_through(frames, functools.partial(function, *arguments, **keywords))

    act(on_host, arguments, keywords)


def _standard(file: Any) -> str:
    """Return the name of the standard stream that a file is now; at run time the stream may be another."""
    return next((name for name in _STREAMS if file is not None and file is getattr(sys, name)), "")
