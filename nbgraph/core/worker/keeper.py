"""Keep one worker per process between calls, and replace a lost one. Importing this does not import JAX."""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Iterator

from nbgraph.core.worker.process import Worker


class Keeper:
    """Keeps a worker."""

    def __init__(self, memory: int | None = None) -> None:
        self.memory = memory  # bytes that the next workers may use; None for no limit but the machine's
        self._turns = threading.RLock()
        self._background: threading.Event | None = None
        self._awaited = 0
        self._changing = threading.RLock()
        self._worker: Worker | None = None
        self._retired: Worker | None = None

    @contextlib.contextmanager
    def turn(self, stop: threading.Event | None = None) -> Iterator[None]:
        """Reserve the worker for one call, which it makes alone.

        Args:
            stop: stops this call, when it may be stopped for another one; None for a call that the user waits for,
                which stops a call in the background.
        """
        if stop is None:
            self._hurry(1)
        try:
            with self._turns:
                self._background = stop
                try:
                    if stop is not None and self._awaited:
                        stop.set()
                    yield
                finally:
                    self._background = None
        finally:
            if stop is None:
                self._hurry(-1)

    def _hurry(self, count: int) -> None:
        """Count the calls that the user waits for, and stop one in the background."""
        with self._changing:
            self._awaited += count
        background = self._background
        if count > 0 and background is not None:
            background.set()

    def start(self, *, warms: bool = False) -> Worker:
        """Return the worker, or start one, which takes a second in the background."""
        with self._changing:
            if self._worker is None or not self._worker.alive:
                self.close()
                self._worker = Worker(self.memory, warms=warms)
            return self._worker

    def begin(self) -> Worker:
        """Return the worker for a new cell; a new one where the last cell ran its worker out of memory."""
        with self._changing:
            if self._worker is not None and self._worker is self._retired:
                self.close()
            return self.start(warms=True)

    def retire(self) -> None:
        """Keep the worker only for the rest of this cell, since it has run out of memory."""
        self._retired = self._worker

    @property
    def warm(self) -> bool:
        """Return whether a worker has answered a call, and so answers the next one without delay."""
        worker = self._worker
        return worker is not None and worker.warm and worker.alive

    def close(self) -> None:
        with self._changing:
            worker, self._worker = self._worker, None
            if worker is not None:
                worker.kill()


keeper = Keeper()
"""The keeper of this process."""


@atexit.register
def _close() -> None:
    with contextlib.suppress(Exception):
        keeper.close()
