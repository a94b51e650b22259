"""Running a call once more without its prints: what it says has been said."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def muted() -> Iterator[None]:
    """What this thread writes to the standard output is dropped; what other threads write arrives."""
    before = sys.stdout
    sys.stdout = _Muted(before, threading.get_ident())
    try:
        yield
    finally:
        sys.stdout = before


class _Muted:
    """A stream that hears all threads but one."""

    def __init__(self, stream: Any, thread: int) -> None:
        self._stream, self._thread = stream, thread

    def write(self, text: str) -> int:
        """Write a text, unless it is the muted thread's."""
        return len(text) if threading.get_ident() == self._thread else self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
