"""An end for what may not end: a call that takes too long is stopped where it is."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from nbgraph.core.timing.units import duration

_AGAIN_S = 1.0  # a bare `except:` of the user's catches the first one


class TimeLimitError(Exception):
    """A call was stopped because it took too long."""


class _Late(BaseException):
    """What is raised in the thread that is too slow; no `except Exception` of the user's catches it."""


@contextmanager
def time_limit(seconds: float, what: str) -> Iterator[None]:
    """Stop the block, which runs Python code, after some seconds.

    A thread of its own waits and raises an exception in this one, so that the block runs at full speed. Code that is
    not Python's, such as one NumPy call, is stopped when it returns.

    Args:
        seconds: how long it may take.
        what: its name in the error.

    Raises:
        TimeLimitError: the block was stopped; its traceback shows where.

    >>> with time_limit(10.0, "the loop"):
    ...     total = sum(range(10))
    """
    thread, over, lock = ctypes.c_ulong(threading.get_ident()), threading.Event(), threading.Lock()
    raise_in_thread, raised = ctypes.pythonapi.PyThreadState_SetAsyncExc, threading.Event()

    def wait() -> None:
        left = seconds
        while not over.wait(left):
            with lock:
                if not over.is_set():
                    raised.set()
                    raise_in_thread(thread, ctypes.py_object(_Late))
            left = _AGAIN_S

    watch = threading.Thread(target=wait, name="nbgraph time limit", daemon=True)
    watch.start()
    try:
        try:
            yield
        finally:
            with lock:
                over.set()
            if raised.is_set():
                _let_arrive()
    except _Late as late:
        raise TimeLimitError(f"{what} did not end within {duration(seconds)}").with_traceback(
            late.__traceback__
        ) from None
    finally:
        watch.join()


def _let_arrive() -> None:
    """Let an exception arrive that was sent and is still on its way.

    Taking it back instead leaves CPython 3.11 asking for it at every turn, and a profiled or traced thread for ever.
    """
    try:
        for _ in range(1000):
            pass
    except _Late:
        pass
