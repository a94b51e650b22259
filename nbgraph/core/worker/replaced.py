"""What the worker has of its own in place of Python's: `input`, and what shows warnings."""

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
    """Move warnings that name a file of ours to the line that made them, where Python shows each once.

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
    """Stand for `input`."""
    asking = sys._getframe(1)
    raise AskedOnceError(
        "`input` has nobody to ask: the calls of a cell run in a process beside the notebook's",
        span=span_of(asking.f_code, asking.f_lasti, asking.f_lineno),
        remedy="ask before the call, and pass the answer as an argument",
        variable="input",
    )


def refuse_questions() -> None:
    """Let `input` raise, in this process, in place of Python's end of file."""
    builtins.input = ask_nobody
