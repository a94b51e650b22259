"""Run calls that cannot be pickled in a thread of the notebook's process, so that Stop still returns the prompt.

Stop ends a thread that runs Python code; one inside compiled code continues in the background.
"""

from __future__ import annotations

import contextlib
import contextvars
import ctypes
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from nbgraph.core.as_loaded import as_patched
from nbgraph.core.collecting import uncollected
from nbgraph.core.executor.as_typed import bind_back
from nbgraph.core.worker.jobs import Job
from nbgraph.core.worker.process import PATIENCE, POLL, StoppedError
from nbgraph.core.worker.settings import current, enter

Result = TypeVar("Result")


def call_in_thread(job: Job, on_news: Callable[..., None] | None, stop: threading.Event | None = None) -> Any:
    """Make a call in a thread and wait for it.

    Raises:
        StoppedError: Stop was pressed, or `stop` was set.
        BaseException: whatever the call raises.
    """
    job.load()  # here: an interrupted import leaves half a module
    settings = current()
    outcome: list[tuple[Any, BaseException | None]] = []

    def tell(*news: Any) -> None:
        enter(settings)  # each step starts with the notebook's settings
        if on_news is not None:
            on_news(*news)

    def run() -> None:
        try:
            with as_patched():
                outcome.append((job.run(tell), None))
        except BaseException as error:
            outcome.append((None, error))

    thread = threading.Thread(target=contextvars.copy_context().run, args=(run,), name="nbgraph call", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL)
            if stop is not None and stop.is_set():
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        _interrupt(thread)
        thread.join(PATIENCE)
        if thread.is_alive():
            bind_back()
        raise StoppedError(outcome[0][0] if outcome else None) from None
    finally:
        enter(settings)
    value, error = outcome[0]
    if error is not None:
        raise error
    return value


def in_time(make: Callable[[], Result], seconds: float, on_late: Callable[[], None] | None = None) -> Result | None:
    """Return the result of `make`, or None where it takes longer than `seconds` or raises.

    Args:
        make: what to call, in a thread of its own, and without arguments.
        on_late: ends what takes longer; by default KeyboardInterrupt is raised in its thread.

    >>> in_time(lambda: 3, 10.0), in_time(lambda: 1 / 0, 10.0)
    (3, None)
    """
    found: list[Result] = []

    def run() -> None:
        with contextlib.suppress(BaseException):
            found.append(make())

    thread = threading.Thread(target=run, name="nbgraph in time", daemon=True)
    with uncollected():
        thread.start()
        thread.join(seconds)
        if not found and thread.is_alive():
            (on_late or (lambda: _interrupt(thread)))()
    return found[0] if found else None


def _interrupt(thread: threading.Thread) -> None:
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(KeyboardInterrupt))
