"""Import what the first call needs while the notebook rests, once it has imported JAX itself."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from nbgraph.core.as_loaded import is_as_loaded

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

REST_S = 0.3  # seconds without a cell: longer than between the cells of "Run All"
_installed: dict[int, _Idle] = {}  # by the id of the shell


class _Idle:
    def __init__(self, load: Callable[[], None]) -> None:
        self._load = load
        self._resting: threading.Timer | None = None

    def rest(self, *_: object) -> None:
        """Begin to wait after a cell; a notebook that has changed libraries is left alone, see `as_loaded`."""
        if "jax" in sys.modules and is_as_loaded():
            self._resting = threading.Timer(REST_S, self._import)
            self._resting.daemon = True
            self._resting.start()

    def work(self, *_: object) -> None:
        """Stop waiting before a cell; imports that have begun end first, so that no user code runs beside them."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting.join()

    def _import(self) -> None:
        with suppress(BaseException):  # the first call will report it
            self._load()


def install(shell: InteractiveShell, load: Callable[[], None]) -> None:
    """Let the shell's notebook call `load` when it rests."""
    made = _installed[id(shell)] = _Idle(load)
    shell.events.register("pre_run_cell", made.work)
    shell.events.register("post_run_cell", made.rest)


def uninstall(shell: InteractiveShell) -> None:
    if (made := _installed.pop(id(shell), None)) is not None:
        made.work()
        shell.events.unregister("pre_run_cell", made.work)
        shell.events.unregister("post_run_cell", made.rest)
