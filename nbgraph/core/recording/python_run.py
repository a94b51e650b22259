"""Run the same call in Python, line by line, and without its prints if this is a second run."""

from __future__ import annotations

import contextlib
import sys
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core.as_loaded import as_patched
from nbgraph.core.recording.functions import Functions
from nbgraph.core.recording.line_log import Kept, LineLog, LoggedCall
from nbgraph.core.recording.run import CallKeys
from nbgraph.core.records import dataclass
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.cap import PATIENCE, TimeLimitError, within
from nbgraph.core.timing.parts import LABELS, BaselineName
from nbgraph.core.timing.reference import assigns_in_place
from nbgraph.core.timing.shown import raised

_SLOWED = ", watched line by line,"  # by itself it takes a small part of the time


@dataclass
class PythonRun:
    """What a Python run showed."""

    log: LineLog | None = None  # the lines; None where Python has not run
    result: Any = None  # what it returned; None if it did not return
    stopped: str = ""  # why it ended early, as a phrase; "" if it did not
    has_raised: bool = False  # whether it raised
    reference: BaselineName = "python"  # "copies" where it ran on NumPy copies of JAX's arrays

    @property
    def root(self) -> LoggedCall | None:
        """The call; None where its lines are not known."""
        return None if self.log is None else self.log.root

    @property
    def is_whole(self) -> bool:
        """Return whether the log has all lines up to the end of the run, or to where it was stopped."""
        return self.log is not None and self.log.is_whole and self.log.count > 0


@dataclass(frozen=True)
class PythonCall:
    """The call that Python runs for comparison with the graph."""

    function: Callable[..., Any]
    code: types.CodeType  # the code of the function that is shown
    arguments: Arguments | None  # the run gets copies; None to leave it out
    why_not: str = ""  # why it is left out, in a sentence


def run_python(
    call: PythonCall, functions: Functions, keys: CallKeys, *, kept: Kept, into_calls: bool, seconds: float
) -> PythonRun:
    """Run a call under a trace function, within a time limit."""
    function, arguments = call.function, call.arguments
    if arguments is None:
        return PythonRun()
    run = PythonRun(LineLog(call.code, functions, keys, kept, into_calls=into_calls))
    try:
        try:
            as_given = _watched(arguments.call(function), run.log)
            run.result = within(seconds, LABELS["python"] + _SLOWED, as_given, patience=PATIENCE)
        except TypeError as error:
            if not (assigns_in_place(error) and arguments.holds_arrays):
                raise
            if run.log is not None:
                run.log.clear()
            run.reference = "copies"
            on_copies = _watched(arguments.on_copies().call(function), run.log)
            run.result = within(seconds, LABELS["copies"] + _SLOWED, on_copies, patience=PATIENCE)
    except TimeLimitError as error:
        run.stopped = f"{str(error)[0].upper()}{str(error)[1:]}."
    except Exception as error:  # the user's function may raise anything
        run.has_raised = True
        who = LABELS[run.reference]
        run.stopped = f"{who[0].upper()}{who[1:]} raises {raised(error).removesuffix('.')}."
    return run


def _watched(call: Callable[[], Any], log: LineLog | None) -> Callable[[], Any]:
    def traced() -> Any:
        before = sys.gettrace()
        with muted(), as_patched():
            sys.settrace(None if log is None else log.entered)
            try:
                return call()
            finally:
                sys.settrace(before)

    return traced


@contextlib.contextmanager
def muted() -> Iterator[None]:
    """Drop what this thread writes to the standard output; other threads still write."""
    before = sys.stdout
    sys.stdout = _Muted(before, threading.get_ident())
    try:
        yield
    finally:
        sys.stdout = before


class _Muted:
    """A stream that drops what one thread writes."""

    def __init__(self, stream: Any, thread: int) -> None:
        self._stream, self._thread = stream, thread

    def write(self, text: str) -> int:
        return len(text) if threading.get_ident() == self._thread else self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
