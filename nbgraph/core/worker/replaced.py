"""Replace Python's `input` and the display of warnings in the worker."""

from __future__ import annotations

import builtins
import sys
import warnings
from typing import Any, NoReturn

from nbgraph.core.source.ownership import is_own_file, users_frame
from nbgraph.core.staging.impure import AskedOnceError
from nbgraph.core.staging.trace import span_of
from nbgraph.core.timing.compare import MEASURING


def warn_at_users_lines() -> None:
    """Move warnings located in nbgraph's files to the user's line, where Python shows each once.

    None is shown while calls are measured: Python forgets what it has shown where a call changes the filters.
    """
    shown = warnings.showwarning

    def show(message: Any, category: type[Warning], filename: str, lineno: int, *where: Any) -> None:
        if MEASURING.is_set():
            return
        frame = users_frame(sys._getframe(1)) if is_own_file(filename) else None
        if frame is None:
            shown(message, category, filename, lineno, *where)
            return
        registry = frame.f_globals.setdefault("__warningregistry__", {})
        warnings.warn_explicit(message, category, frame.f_code.co_filename, frame.f_lineno, registry=registry)

    warnings.showwarning = show  # type: ignore[assignment]


def ask_nobody(prompt: object = "", /) -> NoReturn:
    """Raise in place of `input`: the worker has no user to ask."""
    asking = sys._getframe(1)
    raise AskedOnceError(
        "`input` has nobody to ask: the calls of a cell run in a process beside the notebook's",
        span=span_of(asking.f_code, asking.f_lasti, asking.f_lineno),
        remedy="ask before the call, and pass the answer as an argument",
        variable="input",
    )


def refuse_questions() -> None:
    """Make `input` raise this error in this process, in place of Python's end of file."""
    builtins.input = ask_nobody
