"""One worker a process: kept between calls, replaced when it is lost. Importing this imports no JAX."""

from __future__ import annotations

import atexit
import contextlib
import threading

from nbgraph.core.worker.process import Worker


class Keeper:
    """Keeps a worker.

    Attributes:
        memory: bytes a worker may use, from the next one on; None for what the machine has.
        busy: held while a call is made: a worker makes one at a time.
    """

    def __init__(self, memory: int | None = None) -> None:
        self.memory = memory
        self.busy = threading.RLock()
        self._worker: Worker | None = None

    def start(self) -> Worker:
        """The worker; a new one if there is none, which takes a second in the background."""
        with self.busy:
            if self._worker is None or not self._worker.alive:
                self.close()
                self._worker = Worker(self.memory)
            return self._worker

    def close(self) -> None:
        """End the worker."""
        with self.busy:
            worker, self._worker = self._worker, None
            if worker is not None:
                worker.kill()


keeper = Keeper()
"""The keeper of this process."""


@atexit.register
def _close() -> None:
    with contextlib.suppress(Exception):
        keeper.close()
