"""Stop a call that takes too long."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from nbgraph.core.swallowed import where_swallowed
from nbgraph.core.units import duration

Result = TypeVar("Result")
PATIENCE = 4.0
"""How many times as long a record of a call may take on a busy machine: who waits for a report waits no longer."""
_TURN_S = 0.5  # after which the watch looks again at how much time has passed
_AGAIN_S = 0.2  # a bare `except:` of the user's, a `__del__` or the callback of a weak reference swallows the first one


class TimeLimitError(Exception):
    """A call was stopped because it took too long."""


class Deferred(BaseException):
    """The exception raised in the thread that is too slow; no `except Exception` of the user's catches it."""


def within(seconds: float, what: str, call: Callable[[], Result], *, patience: float = 1.0) -> Result:
    """Make a call that runs Python code, and stop it after some seconds.

    A watching thread raises an exception in this one, so that the call runs at full speed. Code that is not Python's,
    such as one NumPy call, is stopped when it returns. While the whole machine is suspended no time counts.

    Args:
        patience: how many times as long it may take on a busy machine, where the process does not run all the time.

    Raises:
        TimeLimitError: the call was stopped; its traceback shows where.

    >>> within(10.0, "the sum", lambda: sum(range(10)))
    45
    """
    watch = _Watch(seconds, patience)
    try:  # one frame, without a call between its blocks: the exception may arrive with the first step of any call
        watch.start()
        with where_swallowed(Deferred, _nothing):
            return call()
    except Deferred as late:
        watch.arrived = True  # set without a call, which the next signal could interrupt on a busy machine
        raise TimeLimitError(f"{what} did not end within {duration(seconds)}").with_traceback(
            late.__traceback__
        ) from None
    finally:
        ended = False
        while not ended:
            try:
                watch.end()
                ended = True
            except Deferred:
                watch.arrived = True


class _Watch:
    """Raises `Deferred` in the thread that made it, when its time is up, until it has arrived or is ended."""

    arrived = False

    def __init__(self, seconds: float, patience: float) -> None:
        self._seconds, self._patience = seconds, patience
        self._slow = ctypes.c_ulong(threading.get_ident())
        self._over, self._lock, self._raised = threading.Event(), threading.Lock(), False
        self._thread = threading.Thread(target=self._wait, name="nbgraph time limit", daemon=True)

    def start(self) -> None:
        """Start to count the time.

        Raises:
            Deferred: the time is up before the watching thread has started.
        """
        self._thread.start()

    def _wait(self) -> None:
        left = self._seconds
        while left > 0:
            turn, begin, worked = min(left, _TURN_S), time.monotonic(), time.process_time()
            if self._over.wait(turn):
                return
            left -= counted(turn, time.monotonic() - begin, time.process_time() - worked, self._patience)
        left = 0.0
        while not self._over.wait(left):
            with self._lock:
                if not (self.arrived or self._over.is_set()):
                    self._raised = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(self._slow, ctypes.py_object(Deferred))
            left = _AGAIN_S

    def end(self) -> None:
        """Raise nothing more, and wait for an exception that is still on its way.

        To take it back would leave CPython 3.11 checking for it at every turn, and a profiled or traced thread for
        ever.

        Raises:
            Deferred: it arrived here; call `end` again.
        """
        with self._lock:
            self._over.set()
        if self._raised:
            for _ in range(1000):
                pass
        if self._thread.ident is not None:
            self._thread.join()


def counted(turn: float, passed: float, worked: float, patience: float = 1.0) -> float:
    """Return the seconds that count of one wait: those passed, unless the process was suspended meanwhile.

    >>> counted(0.5, 0.51, 0.0), counted(0.5, 60.0, 60.0), counted(0.5, 60.0, 0.01)
    (0.51, 60.0, 1.0)
    >>> counted(0.5, 0.6, 0.1, patience=4.0), counted(0.5, 0.6, 0.3, patience=4.0)
    (0.15, 0.3)
    """
    awake = min(passed, max(2 * turn, worked))
    return max(min(worked, awake), awake / patience)


def _nothing() -> None:
    """Ignore a `Deferred` that Python has swallowed: another one follows."""
