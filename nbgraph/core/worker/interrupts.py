"""Handle Stop in the notebook's process: raise a KeyboardInterrupt, and again where it was swallowed.

Python prints and forgets what is raised in a `__del__`, in the callback of a weak reference or of the garbage collector
(JAX has one). So a press of Stop is also noted, until it has had an effect.
"""

from __future__ import annotations

import threading
import time
from contextlib import AbstractContextManager
from types import FrameType

from nbgraph.core.swallowed import where_swallowed

_LONG_AGO = 5.0
_LEAST = 0.05


class Interrupts:
    """The presses of Stop during one cell.

    >>> pressed = Interrupts()
    >>> pressed.check()
    >>> try: pressed.press()
    ... except KeyboardInterrupt: pass
    >>> try: pressed.check()
    ... except KeyboardInterrupt: print("once more")
    once more
    >>> pressed.heed(); pressed.check()
    """

    def __init__(self) -> None:
        self._at = float("-inf")
        self._waiting = False

    def press(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Note a press and raise KeyboardInterrupt: a handler of the signal SIGINT."""
        self._note()
        raise KeyboardInterrupt

    def check(self) -> None:
        """Raise KeyboardInterrupt again when a press has had no effect."""
        if self._waiting and threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt

    def noticing(self) -> AbstractContextManager[None]:
        """Note a KeyboardInterrupt that Python swallows in the block, from any source."""
        return where_swallowed(KeyboardInterrupt, self._note)

    def _note(self) -> None:
        self._at, self._waiting = time.monotonic(), True

    def heed(self) -> None:
        """Note that the last press has taken effect."""
        self._waiting = False

    def left(self, seconds: float) -> float:
        """Return the seconds left until `seconds` after the last press of Stop; all of them without one.

        >>> Interrupts().left(0.5)  # nobody has pressed Stop
        0.5
        """
        age = time.monotonic() - self._at
        return seconds if age > _LONG_AGO else max(seconds - age, _LEAST)


interrupts = Interrupts()
"""Those of this process."""
