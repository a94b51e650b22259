"""Calls that act when the graph runs, in order, on the path taken only: `print`, logs, warnings, writing, waiting."""

from __future__ import annotations

import functools
import logging
import sys
import time
import types
import warnings
from collections.abc import Callable
from typing import Any

import jax

from nbgraph.core._jax import under_trace
from nbgraph.core.staging import effects, implications, written
from nbgraph.core.staging.late import Late
from nbgraph.core.staging.list_results import released
from nbgraph.core.staging.user_frames import called_through, user_frames

_LOGS = frozenset(("debug", "info", "warning", "warn", "error", "critical", "fatal", "exception", "log"))
_STREAMS = ("stdout", "stderr")


def print_(*values: Any, sep: str | None = " ", end: str | None = "\n", file: Any = None, flush: bool = False) -> None:
    """`print`: inside a graph it acts at run time, in order, on the taken path only."""
    if not under_trace():
        print(*values, sep=sep, end=end, file=file, flush=flush)
        return
    values = tuple(map(written.printed, values))
    stream = _standard(file)

    def on_host(parts: tuple[Any, ...], between: Any, last: Any) -> None:
        print(*parts, sep=between, end=last, file=getattr(sys, stream) if stream else file, flush=flush)

    act(on_host, values, sep, end)


def act(on_host: Callable[..., Any], *arguments: Any) -> None:
    """Call a function when the graph runs, with the arguments as Python has them.

    Python would not have come here once a check has failed; a batched condition runs both of its sides.
    """
    late, known = Late.of(arguments)
    scope = effects.current.get()

    def run(taken: Any, *known: Any) -> None:
        if taken:
            ready = functools.partial(on_host, *released(late.filled(iter(known))))
            ready() if scope is None else scope.print(ready)

    jax.debug.callback(run, effects.may_act() & implications.path(), *known, ordered=True)


def host_version(function: Any) -> Callable[..., None] | None:
    """What stands in a graph for a library's function that only logs, warns, writes or waits; None for any other."""
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
    """Logs and warnings name the line that they come from."""
    frames = user_frames()

    def on_host(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        called_through(frames, functools.partial(function, *arguments, **keywords))

    act(on_host, arguments, keywords)


def _standard(file: Any) -> str:
    """The name of the standard stream that a file is now: what it is at run time may be another."""
    return next((name for name in _STREAMS if file is not None and file is getattr(sys, name)), "")
